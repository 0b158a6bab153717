import { Fragment, useState, type ReactNode } from 'react'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RoomPart as PartName } from '@kaibo/contract/talk/talk.enums.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { HeldPart } from './held-part.ts'
import { RoomTalkNav } from './room-talk-nav.tsx'

type Data = DataOf<typeof talkApi.part>

interface RoomPartProps {
  room_code: string
  part: PartName
  titleOf: (name: string) => string
  /** Mounted anew for each saved version; not while something in it is unsaved. */
  children: (part: Data) => ReactNode
}

/** One part of a room, once it is there. */
export function RoomPart({ room_code, part, titleOf, children }: RoomPartProps) {
  const query = useCall(talkApi.part, { room_code, part })
  const { data } = query
  const [held, setHeld] = useState<{ part: Data; begun: number }>()
  const shown = held?.part ?? data
  useRecordTitle(data ? titleOf(data.room.name) : undefined)
  const holder = {
    isNewer: held !== undefined && data !== undefined && held.part.version < data.version,
    hold(on: boolean) {
      if (!on) setHeld(undefined)
      else if (data) setHeld((was) => was ?? { part: data, begun: data.version })
    },
    overwrite() {
      if (held && data) setHeld({ ...held, part: { ...held.part, version: data.version } })
    },
  }
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
        {shown ? (
          <HeldPart value={holder}>
            <Fragment key={held?.begun ?? shown.version}>{children(shown)}</Fragment>
          </HeldPart>
        ) : null}
      </Panel>
    </>
  )
}
