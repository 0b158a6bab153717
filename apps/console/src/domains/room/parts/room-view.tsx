import { Tag } from 'antd'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useCall } from '#client/query.ts'
import { listed, toldIn, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { ActMenu } from '#kit/action/act-menu.tsx'
import { appliesTo } from '#kit/action/action.ts'
import { Count, Instant, Text } from '#kit/cell/cell.tsx'
import { Code } from '#kit/cell/code.tsx'
import { Fact } from '#kit/cell/fact.tsx'
import { Part } from '#kit/part/part.tsx'
import { Status } from '#kit/status/status.tsx'
import { accountText } from '#entities/room/live-account.ts'
import { PcDot } from '#entities/room/pc-dot.tsx'
import { moreActions, playActions, stopAtOnce } from '../room.actions.tsx'
import { isOnAir } from '../room.present.ts'
import { Timeline } from './timeline.tsx'
import styles from '../room.module.css'

const SHOWN_PEOPLE = 3

/** A room: controls and facts at the left, the timeline at the right. */
export function RoomView({ room }: { room: RoomRow }) {
  return (
    <div className={styles.room}>
      <Facts room={room} />
      <Timeline room_code={room.room_code} />
    </div>
  )
}

function Facts({ room }: { room: RoomRow }) {
  const t = useText('room')
  const lang = useLanguage()
  const { run } = room
  const running = run !== null && run.ended_at === null
  return (
    <div className={styles.roomFacts}>
      <div className={styles.roomActs}>
        {playActions
          .filter((action) => appliesTo(action, room))
          .map((action) => (
            <ActButton
              key={action.name}
              action={action}
              row={room}
              primary={!isOnAir(room)}
              size="middle"
            />
          ))}
        <ActButton action={stopAtOnce} row={room} size="middle" />
        <ActMenu actions={moreActions} row={room} name={room.name} />
      </div>
      {room.attention ? (
        <p className={styles.roomAttention} role="status">
          <Status tone="attention">
            {toldIn(room.attention.reason, room.attention.reason_en)}
          </Status>
        </p>
      ) : null}
      <section className={styles.roomRun} aria-label={t(running ? 'this_run' : 'last_run')}>
        <h3>{t(run ? (running ? 'this_run' : 'last_run') : 'no_run')}</h3>
        {run ? (
          <>
            <strong className={styles.roomIncome}>{formatYuan(run.gift_fen)}</strong>
            {run.money_unsent > 0 ? (
              <p role="status">
                <Status tone="attention">{t('unsent', { count: run.money_unsent })}</Status>
              </p>
            ) : null}
            <dl>
              <Fact label={t('started_at')}>
                <Instant at={run.started_at} />
              </Fact>
              <Fact label={t('gifts')}>
                <Count value={run.gift_count} />
              </Fact>
              <Fact label={t('danmu')}>
                <Count value={run.danmu} />
              </Fact>
              <Fact label={t('column_viewers')}>
                <Count value={run.viewers} />
              </Fact>
            </dl>
          </>
        ) : null}
        <Part of="room.refused" id={room.room_code} />
      </section>
      <dl>
        <Fact label={t('column_account')}>{accountText(room.account, lang)}</Fact>
        <Fact label={t('column_pc')}>
          <PcDot pc={room.pc} />
        </Fact>
        <Fact label={t('detail')}>
          <Code value={room.room_code} label={t('detail')} />
          {room.is_demo ? <Tag>{t('demo')}</Tag> : null}
        </Fact>
      </dl>
      <Roles room_code={room.room_code} />
    </div>
  )
}

function Roles({ room_code }: { room_code: string }) {
  const t = useText('room')
  const roles = useCall(roomApi.role, { room_code })
  const people = roles.data?.list.map((role) => role.nickname) ?? []
  const first = listed(people.slice(0, SHOWN_PEOPLE))
  const names =
    people.length > SHOWN_PEOPLE ? t('roles_more', { names: first, count: people.length }) : first
  return (
    <dl>
      <Fact label={t('roles')}>
        <Text value={names} />
      </Fact>
    </dl>
  )
}
