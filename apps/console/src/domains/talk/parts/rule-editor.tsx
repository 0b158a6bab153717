import { useState } from 'react'
import { Button } from 'antd'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { useCan } from '#client/rights.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { withNew } from '../talk.draft.ts'
import { NodePanel } from './node-panel.tsx'
import { ProblemList } from './problem-list.tsx'
import { PublishBar } from './publish-bar.tsx'
import { RuleTree } from './rule-tree.tsx'
import { TrialNotice } from './trial-notice.tsx'
import { useDraft, type RuleData } from './use-draft.ts'
import { VersionLabel } from './version-label.tsx'
import '../talk.i18n.ts'
import styles from '../talk.module.css'

/** The rules of one set, to be read and written. */
export function RuleEditor({ data }: { data: RuleData }) {
  const t = useText('talk')
  const draft = useDraft(data)
  const { row, root, saved, problems, isDirty, error } = draft
  const [selected, setSelected] = useState(root.children[0]?.id)
  const [told, setTold] = useState<string>()
  const may = useCan(talkApi.save.can)

  async function onSave() {
    if (await draft.keep()) setTold(t('saved'))
  }
  function onDone(said: string, version?: number) {
    if (version !== undefined) draft.published(version)
    setTold(said)
  }
  function change(next: RootNode) {
    draft.change(next)
    setTold(undefined)
  }
  function add() {
    const [next, son] = withNew(root, (count) => t('rule_name', { count }))
    change(next)
    setSelected(son.id)
  }
  return (
    <>
      <PageHead
        title={row.name}
        count={<VersionLabel live_v={data.row.live_v} canary={data.row.canary} />}
      >
        <Button
          onClick={() => void onSave()}
          disabled={!isDirty || may !== true}
          loading={draft.isSaving}
        >
          {t('save')}
        </Button>
        <PublishBar
          row={row}
          now={data.row}
          rooms={data.rooms}
          isDirty={isDirty || row.is_dirty || data.row.is_dirty}
          keep={draft.keep}
          onDone={onDone}
        />
      </PageHead>
      <TrialNotice withdrawn={data.row.withdrawn} />
      <p role="status" className={styles.status}>
        {told ?? (isDirty ? t('unsaved') : '')}
      </p>
      {error ? (
        <p role="alert" className={styles.failed}>
          {error.message}
        </p>
      ) : null}
      {saved.children.length > 0 ? (
        <ProblemList
          problems={problems}
          onPick={({ node_id }) => node_id && setSelected(node_id)}
        />
      ) : null}
      <div className={styles.editor}>
        <RuleTree
          root={root}
          selected={selected}
          problems={problems}
          stats={data.node_stats}
          onSelect={setSelected}
          onAdd={add}
          onChange={change}
        />
        <NodePanel key={selected} root={root} selected={selected} onChange={change} />
      </div>
    </>
  )
}
