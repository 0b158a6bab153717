import { useState } from 'react'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { useLive } from '#client/live.ts'
import { refresh } from '#client/query.ts'
import { throttled } from '#kit/clock/throttled.ts'
import { RoomLogs } from './room-logs.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

const EVERY_MS = 1_000

/** What the rules decide in a room, as it happens; below the sets that it runs by. */
export function RecentDecisions({ id: room_code }: { id: string }) {
  const t = useText('room_page')
  const [again] = useState(() => throttled(() => refresh(roomApi.triggerLogs), EVERY_MS))
  useLive(
    `room:${room_code}`,
    ({ event, data }) => {
      if (event === 'room.moments' && data.some(({ kind }) => kind === 'decision')) again()
    },
    again,
  )
  return (
    <section className={styles.recent}>
      <h2>{t('recent_decisions')}</h2>
      <RoomLogs room_code={room_code} />
    </section>
  )
}
