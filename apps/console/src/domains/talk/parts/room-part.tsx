import type { ReactNode } from 'react'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RoomPart as PartName } from '@kaibo/contract/talk/talk.enums.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { RoomTalkNav } from './room-talk-nav.tsx'

interface RoomPartProps {
  room_code: string
  part: PartName
  titleOf: (name: string) => string
  /** Mounted anew for each saved version. */
  children: (part: DataOf<typeof talkApi.part>) => ReactNode
}

/** One part of a room, once it is there. */
export function RoomPart({ room_code, part, titleOf, children }: RoomPartProps) {
  const query = useCall(talkApi.part, { room_code, part })
  const { data } = query
  useRecordTitle(data ? titleOf(data.room.name) : undefined)
  return (
    <>
      <RoomTalkNav room_code={room_code} part={part} />
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={data !== undefined && !query.error?.notFound}
        onRetry={() => void query.refetch()}
        right={talkApi.part.can}
      >
        {data ? children(data) : null}
      </Panel>
    </>
  )
}
