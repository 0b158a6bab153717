import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { vocabularyOf } from '@kaibo/contract/talk/vocabulary.ts'
import { useText } from '#client/i18n.ts'
import { Others } from '#kit/form/others.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { placeOf } from '../talk.draft.ts'
import type { RuleData } from '../talk.editing.ts'
import { CheckState, type Decided } from '../talk.check.ts'
import { KnownWords } from '../talk.known.ts'
import { NO_PAINT, paintOf } from '../talk.paint.ts'
import { fieldOfPath, fieldOfProblem } from '../talk.focus.ts'
import { CheckPane } from './check-pane.tsx'
import { ClashPanel } from './clash-panel.tsx'
import { NodePanel } from './node-panel.tsx'
import { NodeSteps } from './node-steps.tsx'
import { ProblemList } from './problem-list.tsx'
import { PublishBar } from './publish-bar.tsx'
import { RuleTree } from './rule-tree.tsx'
import { SaveFault } from './save-fault.tsx'
import { TrialNotice } from './trial-notice.tsx'
import { useDraft } from './use-draft.ts'
import { useTreeActs, VIEWS } from './use-tree-acts.ts'
import { useTry } from './use-try.ts'
import { VersionLabel } from './version-label.tsx'
import '../talk.i18n.ts'
import styles from '../talk.module.css'

/** The rules of one set, to be read, written and tried. */
export function RuleEditor({ data }: { data: RuleData }) {
  const t = useText('talk')
  const now = useDraft(data)
  const [{ check }, setAddress] = useUrlState(CheckState)
  const { draft, row, root, saved, problems, isDirty, error, conflict, steps } = now
  const { selected, view, setView, tree, form, goTo, acts } = useTreeActs(
    draft,
    root,
    check === 'try' ? 'tree' : 'try',
  )
  const known = useMemo(() => vocabularyOf(data.catalogue), [data.catalogue])
  const trial = useTry(data, root, known)
  /** An event of a room that was asked about: it is painted instead of the rehearsal's. */
  const [seen, setSeen] = useState<Decided>()
  const isAsked = check === 'why'
  const { rule_id } = row
  const { select } = acts
  /** The rule that the event came to is chosen: how it was decided is what is asked. */
  const onPaint = useCallback(
    (decided: Decided | undefined) => {
      setSeen(decided)
      const own = decided?.decisions.find(({ set_id }) => set_id === rule_id)
      if (own) select(own.node_id)
    },
    [rule_id, select],
  )
  const paint = isAsked ? (seen ? paintOf(root, rule_id, seen) : NO_PAINT) : trial.paint
  const isPainted = isAsked ? seen !== undefined : trial.tried !== undefined
  const [told, setTold] = useState<{ said: string; of: RootNode }>()
  const picked = selected === undefined ? undefined : placeOf(root, selected)?.node

  function onDone(said: string, version?: number) {
    if (version !== undefined) draft.published(version)
    setTold({ said, of: draft.now().saved })
  }
  function run() {
    setSeen(undefined)
    setAddress({ check: 'try' }, { replace: true })
    setView('try')
    trial.run()
  }
  /** A text field's own undo knows nothing of what else was changed. */
  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (!ctrlKey && !metaKey) return
    const isUndo = key.toLowerCase() === 'z'
    if (key === 'Enter') run()
    else if (isUndo && !isIn(event.target, 'try')) {
      if (shiftKey) draft.redo()
      else draft.undo()
    } else return
    event.preventDefault()
  }
  return (
    <KnownWords value={known}>
      {/* Keys that hold wherever in the editor one is */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown}>
        <PageHead
          title={row.name}
          count={<VersionLabel live_v={data.row.live_v} canary={data.row.canary} />}
        >
          <Button
            icon={<UndoOutlined aria-hidden />}
            aria-label={t('undo')}
            title={`${t('undo')} Ctrl+Z`}
            disabled={steps.past.length === 0}
            onClick={() => draft.undo()}
          />
          <Button
            icon={<RedoOutlined aria-hidden />}
            aria-label={t('redo')}
            title={`${t('redo')} Ctrl+Shift+Z`}
            disabled={steps.future.length === 0}
            onClick={() => draft.redo()}
          />
          <Button
            onClick={() => void draft.keep()}
            disabled={!isDirty || now.may !== true}
            loading={now.isSaving}
          >
            {t('save')}
          </Button>
          <PublishBar
            row={row}
            now={data.row}
            rooms={data.rooms}
            isDirty={isDirty || row.is_dirty || data.row.is_dirty}
            keep={() => draft.keep()}
            onDone={onDone}
          />
        </PageHead>
        <TrialNotice withdrawn={data.row.withdrawn} />
        <Others edit={talkApi.save} id={row.rule_id} />
        <p role="status" className={styles.status}>
          {isDirty
            ? t('unsaved')
            : // What was published is not what has been saved since
              told?.of === saved
              ? told.said
              : now.hasSaved
                ? t('saved')
                : ''}
        </p>
        {error ? (
          <SaveFault
            error={error}
            onPick={(path) => {
              const at = fieldOfPath(root, path)
              if (at) goTo(at)
            }}
          />
        ) : null}
        {conflict ? (
          <ClashPanel
            conflict={conflict}
            onChoose={(id, side) => draft.choose(id, side)}
            onSettle={() => draft.settle()}
          />
        ) : null}
        {saved.children.length > 0 ? (
          <ProblemList
            problems={problems}
            onPick={({ path }) => {
              const at = fieldOfProblem(root, path)
              if (at) goTo(at)
            }}
          />
        ) : null}
        <div className={styles.views}>
          <Segmented
            block
            aria-label={t('views')}
            value={view}
            options={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
            onChange={setView}
          />
        </div>
        <div className={styles.editor} data-view={view}>
          <div data-pane="tree">
            <RuleTree
              root={root}
              selected={selected}
              problems={problems}
              stats={data.node_stats}
              paint={paint}
              acts={acts}
              tree={tree}
            />
          </div>
          <div data-pane="form" ref={form}>
            <NodePanel
              key={selected}
              root={root}
              selected={selected}
              onChange={(next, tag) => draft.change(next, tag)}
            />
          </div>
          <div data-pane="try">
            <CheckPane data={data} trial={trial} keep={() => draft.keep()} onPaint={onPaint}>
              {isPainted && picked && picked.type !== 'root' ? (
                <NodeSteps name={picked.name} steps={paint.get(picked.id)?.steps ?? []} />
              ) : null}
            </CheckPane>
          </div>
        </div>
      </div>
    </KnownWords>
  )
}

const isIn = (target: EventTarget, pane: string): boolean =>
  target instanceof Element && target.closest(`[data-pane="${pane}"]`) !== null
