import { useState } from 'react'
import { CloseOutlined } from '@ant-design/icons'
import { type InsertRow } from '@kaibo/contract/room/room.insert.schema.ts'
import { InsertKind, InsertStatus, OPEN_INSERTS } from '@kaibo/contract/room/room.insert.rules.ts'
import { labelOf, wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { asIs, words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { quoted, useLanguage, useSpeak } from '#client/language.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { act } from '#kit/action/act.ts'
import { throttled } from '#kit/clock/throttled.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import { BACKSTOP_MS } from '../room.queries.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

const SHOWN = 5
const EVERY_MS = 500

const isOpen = ({ status }: InsertRow) => OPEN_INSERTS.some((open) => open === status)

const cancelInsert = act(roomApi.insertCancel, {
  name: 'insert-cancel',
  label: words('取消', 'Cancel'),
  icon: <CloseOutlined aria-hidden />,
  applies: isOpen,
  input: ({ id }: InsertRow) => ({ id }),
})

const TONES: Record<InsertRow['status'], Tone> = {
  queued: 'starting',
  sent: 'starting',
  fetching: 'starting',
  playing: 'onair',
  done: 'ok',
  failed: 'failed',
  cancelled: 'idle',
  expired: 'attention',
}

/** A file, by its kind and its name. */
const playedText = ({ kind, text }: InsertRow, lang: Lang) =>
  `${labelOf(InsertKind, kind, lang)} ${quoted(text, lang)}`

/** What people had the anchor say last, and what became of it. */
export function RoomInserts({ room: { room_code } }: { room: RoomRow }) {
  const t = useText('room_page')
  const lang = useLanguage()
  const speak = useSpeak()
  const { data } = useCall(
    roomApi.inserts,
    { room_code, page_size: SHOWN },
    { refetchMs: BACKSTOP_MS },
  )
  const [again] = useState(() => throttled(() => refresh(roomApi.inserts), EVERY_MS))
  useLive(`room:${room_code}`, ({ event, data: moments }) => {
    if (
      event === 'room.moments' &&
      moments.some(({ kind }) => kind === 'speech' || kind === 'command')
    )
      again()
  })
  const list = data?.list ?? []
  if (list.length === 0) return null
  return (
    <ol className={styles.queue} aria-label={t('inserts')}>
      {list.map((row) => (
        <li key={row.id}>
          <p>{row.kind === InsertKind.text ? quoted(row.text, lang) : playedText(row, lang)}</p>
          <span className={styles.insert}>
            <Status tone={TONES[row.status]}>
              {speak(wordsOf(InsertStatus, row.status) ?? asIs(row.status))}
            </Status>
            <span className={textStyles.meta}>
              {[row.by, row.detail].filter(Boolean).join(' · ')}
            </span>
            {isOpen(row) ? <ActButton action={cancelInsert} row={row} /> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
