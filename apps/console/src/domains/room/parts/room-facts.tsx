import { Tag } from 'antd'
import { Link } from 'react-router'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useCall } from '#client/query.ts'
import { listed, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import { Instant, Text } from '#kit/cell/cell.tsx'
import { Code } from '#kit/cell/code.tsx'
import { Fact } from '#kit/cell/fact.tsx'
import { accountText } from '#entities/room/live-account.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

const SHOWN_PEOPLE = 3

/** What a room is: its account, its code, and who may act in it. */
export function RoomFacts({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const lang = useLanguage()
  const roles = useCall(roomApi.role, { room_code: room.room_code })
  const people = roles.data?.list.map((role) => role.nickname) ?? []
  const first = listed(people.slice(0, SHOWN_PEOPLE), lang)
  const names =
    people.length > SHOWN_PEOPLE ? t('roles_more', { names: first, count: people.length }) : first
  return (
    <section className={styles.card}>
      <dl className={styles.health}>
        <Fact label={t('account')}>{accountText(room.account, lang)}</Fact>
        <Fact label={t('detail')}>
          {room.is_demo ? <Tag>{t('demo')}</Tag> : null}{' '}
          <Code value={room.room_code} label={t('detail')} />
        </Fact>
        {room.next_plan ? (
          <Fact label={t('next_plan')}>
            <Link to={paths.roomPlan(room.room_code)}>
              {room.next_plan.name} <Instant at={room.next_plan.due_at} />
            </Link>
          </Fact>
        ) : null}
        <Fact label={t('roles')}>
          <Text value={names} />
        </Fact>
      </dl>
    </section>
  )
}
