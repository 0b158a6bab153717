import { useId, useState } from 'react'
import { Button, Input, InputNumber, Modal, Select } from 'antd'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { EventRow } from '@kaibo/contract/game/event.schema.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useAct, useCall } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { Fault } from '#kit/panel/fault.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import styles from '../game.module.css'

type Rooms = DataOf<typeof gameApi.info>['rooms']
type Values = Readonly<Record<string, string | number>>

/** 模拟: what a room's rules would make of such an event. Nothing is said, and no game is told. */
export function RehearseDialog({ row, onClose }: DialogProps<EventRow>) {
  const t = useText('game')
  const { game_id, name } = row
  const info = useCall(gameApi.info, { game_id })
  const rooms = info.data?.rooms ?? []
  return (
    <Modal
      open
      title={t('rehearse_title', { name })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={null}
    >
      <p className={styles.note}>{t('rehearse_hint')}</p>
      <Panel
        loading={info.isPending}
        error={info.error}
        filled={info.data !== undefined}
        onRetry={() => void info.refetch()}
        right={gameApi.info.can}
        isEmpty={rooms.length === 0}
        empty={<p>{t('rooms_none')}</p>}
      >
        <Rehearsal event={row} rooms={rooms} />
      </Panel>
    </Modal>
  )
}

function Rehearsal({ event, rooms }: { event: EventRow; rooms: Rooms }) {
  const t = useText('game')
  const speak = useSpeak()
  const [room_code, setRoom] = useState(rooms[0]?.room_code)
  const [values, setValues] = useState<Values>(() => samplesOf(event))
  const test = useAct(talkApi.test, { silent: true })
  const id = useId()
  const run = () => {
    const vars = Object.fromEntries(Object.entries(values).map(([key, one]) => [`ev.${key}`, one]))
    test.mutate({
      room_code,
      target: { room: 1 },
      event: { key: `game.${event.key}`, vars: { ...VIEWER, ...vars } },
      state: 'clean',
    })
  }
  return (
    <>
      <div className={styles.named}>
        <label htmlFor={`${id}room`}>{speak(nouns.room)}</label>
        <Select
          id={`${id}room`}
          value={room_code ?? null}
          options={rooms.map((room) => ({ value: room.room_code, label: room.name }))}
          onChange={(code: string | null) => setRoom(code ?? undefined)}
        />
        {event.payload.map(({ key, label, type }) => {
          const field = { id: `${id}${key}`, value: values[key] ?? '' }
          const change = (next: string | number) => setValues({ ...values, [key]: next })
          return [
            <label key={`label ${key}`} htmlFor={field.id}>
              {label}
            </label>,
            type === DataType.number ? (
              <InputNumber key={key} {...field} onChange={(next) => change(Number(next ?? 0))} />
            ) : (
              <Input
                key={key}
                {...field}
                maxLength={500}
                onChange={({ target }) => change(target.value)}
              />
            ),
          ]
        })}
      </div>
      <Button type="primary" loading={test.isPending} onClick={run}>
        {t('rehearse')}
      </Button>
      <div role="status" aria-live="polite" className={styles.told}>
        {test.error ? <Fault error={test.error} /> : null}
        {test.data && !test.error ? <Told tried={test.data} /> : null}
      </div>
    </>
  )
}

/** Who does it, where an event has a viewer. */
const VIEWER: Values = { 'ev.user.open_id': 'viewer-1', 'ev.user.name': '阿强' }

const samplesOf = ({ payload, sample }: EventRow): Values =>
  Object.fromEntries(
    payload.map(({ key, type, fallback }) => [
      key,
      sample[key] ?? fallback ?? (type === DataType.number ? 0 : ''),
    ]),
  )

function Told({ tried: { decisions, warnings } }: { tried: DataOf<typeof talkApi.test> }) {
  const t = useText('game')
  const lang = useLanguage()
  return (
    <ul className={styles.plain}>
      {decisions.length === 0 ? <li>{t('rehearse_none')}</li> : null}
      {decisions.map(({ set_id, node_id, node_name, outcome, text }) => (
        <li key={`${set_id} ${node_id}`}>
          <Status tone={outcome === Reason.fired ? 'ok' : 'attention'}>
            {`「${node_name}」${labelOf(Reason, outcome, lang)}`}
          </Status>{' '}
          {text}
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning}>
          <Status tone="attention">{warning}</Status>
        </li>
      ))}
    </ul>
  )
}
