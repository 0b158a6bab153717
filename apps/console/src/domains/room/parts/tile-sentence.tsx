import { useState } from 'react'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { quoted, useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import styles from './wall-tile.module.css'

const RECENT = 3
const REFRESH_MS = 3_000

interface TileSentenceProps {
  room_code: string
  text: string
}

/** What the anchor said last, in one line; on hover the last three, the newest first. */
export function TileSentence(props: TileSentenceProps) {
  const lang = useLanguage()
  const [isHovered, setHovered] = useState(false)
  return (
    <p
      className={styles.say}
      title={props.text}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {isHovered ? <Recent {...props} /> : quoted(props.text, lang)}
    </p>
  )
}

function Recent({ room_code, text }: TileSentenceProps) {
  const speech = useCall(
    roomApi.consoleLogs,
    // Some of them were never said.
    { room_code, kind: 'speech', page_size: 4 * RECENT },
    { refetchMs: REFRESH_MS },
  )
  const said = speech.data?.list.filter(({ tag }) => tag === 'spoken').map((one) => one.text)
  return (
    <span title={said?.slice(0, RECENT).join('\n') || text}>{quoted(text, useLanguage())}</span>
  )
}
