import { useState } from 'react'
import { Button } from 'antd'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Problem, RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { useAskBeforeClose } from '#kit/progress/use-close-warning.ts'
import { withNew } from '../talk.draft.ts'
import { NodePanel } from './node-panel.tsx'
import { PublishBar } from './publish-bar.tsx'
import { RuleTree } from './rule-tree.tsx'
import { TrialNotice } from './trial-notice.tsx'
import { VersionLabel } from './version-label.tsx'
import '../talk.i18n.ts'
import styles from '../talk.module.css'

type Data = DataOf<typeof talkApi.data>

/** The draft as this person has it. What others save meanwhile is told by the server when it is saved: nothing is overwritten. */
export function RuleEditor({ data }: { data: Data }) {
  const t = useText('talk')
  const [row, setRow] = useState<RuleRow>(data.row)
  const [root, setRoot] = useState<RootNode>(data.set.root)
  const [saved, setSaved] = useState<RootNode>(data.set.root)
  const [problems, setProblems] = useState<readonly Problem[]>(data.problems)
  const [selected, setSelected] = useState(root.children[0]?.id)
  const [told, setTold] = useState<string>()
  const save = useAct(talkApi.save, { silent: true })
  const may = useCan(talkApi.save.can)
  const isDirty = root !== saved
  useAskBeforeClose(isDirty)

  async function keep(): Promise<RuleRow> {
    const set = { ...data.set, root }
    const answer = await save.mutateAsync({ rule_id: row.rule_id, version: row.version, set })
    setRow(answer.row)
    setSaved(root)
    setProblems(answer.problems)
    return answer.row
  }

  async function onSave() {
    await keep()
    setTold(t('saved'))
  }

  /** The error of a save shows above the rules. */
  const kept = () => (isDirty ? keep().catch(() => undefined) : Promise.resolve(row))
  function onDone(said: string, version?: number) {
    if (version !== undefined) setRow((now) => ({ ...now, is_dirty: false, version }))
    setTold(said)
  }

  function change(next: RootNode) {
    setRoot(next)
    setTold(undefined)
  }

  function add() {
    const [next, son] = withNew(root, (count) => t('rule_name', { count }))
    change(next)
    setSelected(son.id)
  }

  const failed = save.error
  const run = (work: () => Promise<void>) => {
    save.reset()
    // The error shows above the rules
    void work().catch(() => {})
  }
  return (
    <>
      <PageHead
        title={row.name}
        count={<VersionLabel live_v={data.row.live_v} canary={data.row.canary} />}
      >
        <Button
          onClick={() => run(onSave)}
          disabled={!isDirty || may !== true}
          loading={save.isPending}
        >
          {t('save')}
        </Button>
        <PublishBar
          row={row}
          now={data.row}
          rooms={data.rooms}
          isDirty={isDirty || row.is_dirty || data.row.is_dirty}
          keep={kept}
          onDone={onDone}
        />
      </PageHead>
      <TrialNotice withdrawn={data.row.withdrawn} />
      <p role="status" className={styles.status}>
        {told ?? (isDirty ? t('unsaved') : '')}
      </p>
      {failed ? (
        <p role="alert" className={styles.failed}>
          {failed.message}
        </p>
      ) : null}
      {saved.children.length > 0 ? <Problems problems={problems} onPick={setSelected} /> : null}
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

interface ProblemsProps {
  problems: readonly Problem[]
  onPick: (node_id: string) => void
}

function Problems({ problems, onPick }: ProblemsProps) {
  const t = useText('talk')
  if (problems.length === 0) return null
  const count = problems.filter(({ level }) => level === 'error').length
  return (
    <div className={styles.notice}>
      {count > 0 ? <strong>{t('problems', { count })}</strong> : null}
      <ul className={styles.problems}>
        {problems.map(({ path, node_id, message }) => (
          <li key={path + message}>
            <Button type="link" size="small" onClick={() => node_id && onPick(node_id)}>
              {message}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
