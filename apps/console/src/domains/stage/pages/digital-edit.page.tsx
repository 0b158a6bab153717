import { useState } from 'react'
import { useParams } from 'react-router'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { useText } from '#client/i18n.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { LeaveGuard } from '#kit/form/leave-guard.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { SceneEditor } from '../parts/scene-editor.tsx'
import '../scene.i18n.ts'

type Part = DataOf<typeof stageApi.anchor>

/** What stands in one room. */
export default function DigitalEditPage() {
  const { room_code = '' } = useParams()
  return <Scene key={room_code} room_code={room_code} />
}

function Scene({ room_code }: { room_code: string }) {
  const t = useText('scene')
  const query = useCall(stageApi.anchor, { room_code })
  const { data } = query
  useLive(stageApi.anchor.name, ({ data: rooms }) => {
    if (rooms.includes(room_code)) refresh(stageApi.anchor)
  })
  /** What somebody works on stays as it was begun, whatever others save meanwhile. */
  const [held, setHeld] = useState<{ part: Part; begun: number }>()
  /** Outlives a save, after which the editor begins anew. */
  const [selected, setSelected] = useState<string>()
  const [saved, setSaved] = useState<number>()
  const shown = held?.part ?? data
  const isNewer = held !== undefined && data !== undefined && held.part.version < data.version
  useRecordTitle(data ? t('title', { name: data.room.name }) : undefined)
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={data !== undefined && !query.error?.notFound}
      onRetry={() => void query.refetch()}
      right={stageApi.anchor.can}
    >
      {shown && data ? (
        <LeaveGuard onLeave={() => undefined}>
          <SceneEditor
            key={held?.begun ?? shown.version}
            part={{ ...shown, room: data.room }}
            isNewer={isNewer}
            isSaved={saved === data.version}
            selected={selected}
            onSelect={setSelected}
            hold={(on) => {
              if (!on) setHeld(undefined)
              else setHeld((was) => was ?? { part: data, begun: data.version })
            }}
            overwrite={() =>
              held && setHeld({ ...held, part: { ...held.part, version: data.version } })
            }
            onSaved={(version) => {
              setHeld(undefined)
              setSaved(version)
            }}
          />
        </LeaveGuard>
      ) : null}
    </Panel>
  )
}
