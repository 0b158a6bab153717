import { useParams } from 'react-router'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { RuleEditor } from '../parts/rule-editor.tsx'
import '../talk.i18n.ts'

export default function TalkRulePage() {
  const { rule_id = '' } = useParams()
  return <Rule key={rule_id} rule_id={rule_id} />
}

/** One rule set: what its anchor says when, and whether the rooms say it yet. */
function Rule({ rule_id }: { rule_id: string }) {
  const query = useCall(talkApi.data, { rule_id })
  // A version that was published by somebody else, or that left its rooms by itself
  useLive(talkApi.list.name, ({ data: ids }) => {
    if (!ids.includes(rule_id)) return
    refresh(talkApi.data)
    refresh(talkApi.versions)
  })
  const { data } = query
  useRecordTitle(data?.row.name ?? (query.error ? rule_id : undefined))
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={data !== undefined && !query.error?.notFound}
      onRetry={() => void query.refetch()}
      right={talkApi.data.can}
    >
      {data ? <RuleEditor data={data} /> : null}
    </Panel>
  )
}
