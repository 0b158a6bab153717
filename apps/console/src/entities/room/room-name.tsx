import type { ReactNode } from 'react'
import { Tag } from 'antd'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useLanguage } from '#client/language.ts'
import { Code } from '#kit/cell/code.tsx'

interface RoomNameProps extends Pick<RoomRow, 'room_code' | 'is_demo'> {
  /** The room's name, as a link where it leads somewhere. */
  children: ReactNode
}

/** A room in a row of a list: marked where it is one of the demonstration, with its code below. */
export function RoomName({ room_code, is_demo, children }: RoomNameProps) {
  const lang = useLanguage()
  return (
    <>
      {is_demo ? <Tag>{nouns.demo[lang]}</Tag> : null} {children}
      <div>
        <Code value={room_code} label={nouns.room[lang]} />
      </div>
    </>
  )
}
