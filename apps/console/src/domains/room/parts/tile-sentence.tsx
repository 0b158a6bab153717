import { useState } from 'react'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { quoted, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { isOnAir } from '../room.present.ts'
import styles from '../room.module.css'

const RECENT = 3
const REFRESH_MS = 3_000

/** What the anchor said last, in one line; on hover the last three, the newest first. */
export function TileSentence({ room }: { room: RoomRow }) {
  const t = useText('room')
  const lang = useLanguage()
  const [isHovered, setHovered] = useState(false)
  const speech = useCall(
    roomApi.consoleLogs,
    // Some of them were never said.
    { room_code: room.room_code, kind: 'speech', page_size: 4 * RECENT },
    { enabled: isHovered, refetchMs: REFRESH_MS },
  )
  const sentence = isOnAir(room) ? room.sentence?.text : undefined
  if (sentence === undefined) return <p className={styles.tileSentence}>{t('no_sentence')}</p>
  const said = speech.data?.list.filter(({ tag }) => tag === 'spoken').map(({ text }) => text)
  return (
    <p
      className={styles.tileSentence}
      title={said?.slice(0, RECENT).join('\n') || sentence}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {quoted(sentence, lang)}
    </p>
  )
}
