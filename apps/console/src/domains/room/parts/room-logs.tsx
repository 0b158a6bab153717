import { useMemo } from 'react'
import { Link } from 'react-router'
import { NO_SET, Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { TriggerLog } from '@kaibo/contract/room/room.schema.ts'
import { wordsOf, useText } from '#client/i18n.ts'
import { canWith } from '#client/rights.ts'
import { paths } from '#kit/address/paths.ts'
import { Instant } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { ListBody, ListNews } from '#kit/list/list-pieces.tsx'
import { useListControl, type ListSettings } from '#kit/list/use-list-control.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import '../room.i18n.ts'
import styles from '../room-page.module.css'

const words = wordsOf('room')

const toneOf = (outcome: TriggerLog['outcome']): Tone =>
  outcome === Reason.fired ? 'ok' : outcome === Reason.error ? 'failed' : 'idle'

const columnsOf = (room_code: string): readonly Column<TriggerLog>[] => [
  { key: 'rule', title: words('log_rule'), width: 180, render: (log) => log.node_name },
  {
    key: 'outcome',
    title: words('log_outcome'),
    width: 140,
    card: 'status',
    render: ({ outcome }, { lang }) => (
      <Status tone={toneOf(outcome)}>{labelOf(Reason, outcome, lang)}</Status>
    ),
  },
  {
    key: 'at',
    title: words('log_at'),
    width: 120,
    card: 'meta',
    render: (log) => <Instant at={log.at} />,
  },
  {
    key: 'text',
    title: words('log_text'),
    width: 320,
    card: 'meta',
    render: (log) => log.text,
  },
  {
    key: 'why',
    title: words('log_reason'),
    width: 80,
    card: 'meta',
    render: ({ set_id, event_id, at }, { session, lang }) =>
      set_id === NO_SET || canWith(session, 'talk.look') !== true ? null : (
        <Link
          to={paths.talkRule(set_id, {
            check: 'why',
            room: room_code,
            event: event_id,
            at: String(at),
          })}
        >
          {words('log_why')[lang]}
        </Link>
      ),
  },
]

const logsOf = (room_code: string): ListSettings<typeof roomApi.triggerLogs> => ({
  name: 'room.logs',
  words: {
    title: words('logs'),
    what: words('logs'),
    items: (count) => words('log_items', { count }),
    hint: words('logs_hint'),
  },
  endpoint: roomApi.triggerLogs,
  rowKey: 'id',
  nameOf: (log) => log.node_name,
  columns: columnsOf(room_code),
})

/** What the rules decided in this room, newest first: a list on the room's page, with a part of the address of its own. */
export function RoomLogs({ room_code }: { room_code: string }) {
  const t = useText('room')
  const logs = useMemo(() => logsOf(room_code), [room_code])
  const list = useListControl(logs, { fixed: { room_code }, prefix: 'logs.' })
  return (
    <section className={styles.logs} aria-label={t('logs')}>
      <ListNews list={list} />
      <ListBody list={list} density="compact" />
    </section>
  )
}
