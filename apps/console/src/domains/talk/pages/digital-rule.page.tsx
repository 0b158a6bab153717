import { useParams } from 'react-router'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Part } from '#kit/part/part.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { BindingEditor } from '../parts/binding-editor.tsx'
import '../talk.i18n.ts'

export default function DigitalRulePage() {
  const { room_code = '' } = useParams()
  return <Bindings key={room_code} room_code={room_code} />
}

/** Which sets one room runs by. */
function Bindings({ room_code }: { room_code: string }) {
  const t = useText('talk')
  const query = useCall(talkApi.part, { room_code, part: 'talk' })
  const { data } = query
  useRecordTitle(data ? t('room_rules', { name: data.room.name }) : undefined)
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={data !== undefined && !query.error?.notFound}
      onRetry={() => void query.refetch()}
      right={talkApi.part.can}
    >
      {data ? (
        <>
          <BindingEditor key={data.version} part={data} />
          <Part of="room.decisions" id={room_code} />
        </>
      ) : null}
    </Panel>
  )
}
