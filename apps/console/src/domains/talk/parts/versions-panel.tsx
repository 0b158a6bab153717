import { useState, type ComponentProps } from 'react'
import { Button, Drawer } from 'antd'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { RolloutStep, VersionState } from '@kaibo/contract/talk/talk.enums.ts'
import type { NodeDiff, VersionRow } from '@kaibo/contract/talk/talk.rollout.schema.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { Instant } from '#kit/cell/cell.tsx'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { Status, type Tone } from '#kit/status/status.tsx'
import { words } from '@kaibo/contract/kernel/words.ts'
import { RolloutConfirm } from './rollout-confirm.tsx'
import { VersionChanges } from './version-changes.tsx'
import '../talk-rollout.i18n.ts'
import styles from './versions-panel.module.css'

const WIDTH = 600
const TONES: Readonly<Record<VersionRow['state'], Tone>> = {
  live: 'ok',
  canary: 'starting',
  withdrawn: 'attention',
  past: 'idle',
}

interface VersionsPanelProps {
  row: RuleRow
  /** How many rooms the set is bound in. */
  rooms: number
  onDone: (told: string) => void
  onClose: () => void
}

/** All versions of a set, newest first: what each changed, who did what with it, which rooms run by it; and back to any of them. */
export function VersionsPanel({ row, rooms, onDone, onClose }: VersionsPanelProps) {
  const t = useText('talk_rollout')
  const { rule_id, name } = row
  const query = useCall(talkApi.versions, { rule_id })
  const [back, setBack] = useState<number>()
  const list = query.data?.list ?? []
  return (
    <Drawer open size={WIDTH} onClose={onClose} title={t('versions_of', { name })}>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        right={talkApi.versions.can}
        isEmpty={list.length === 0}
        empty={<Empty title={t('no_versions')} />}
      >
        <ol className={styles.versions}>
          {list.map((version) => (
            <Version
              key={version.v}
              version={version}
              row={row}
              onBack={() => setBack(version.v)}
            />
          ))}
        </ol>
      </Panel>
      {back === undefined ? null : (
        <RolloutConfirm
          input={{ rule_id, act: 'rollback', to_v: back }}
          title={t('back_title', { v: back })}
          hint={t('back_hint', { v: back, rooms })}
          act={t('back')}
          onMoved={(moved) => {
            onDone(t('went_back', { v: back, rooms: moved.rooms }))
            onClose()
          }}
          onClose={() => setBack(undefined)}
        />
      )}
    </Drawer>
  )
}

interface VersionProps {
  version: VersionRow
  row: RuleRow
  onBack: () => void
}

function Version({ version, row, onBack }: VersionProps) {
  const t = useText('talk_rollout')
  const lang = useLanguage()
  const { v, note, state, diff, base_v, moves, rooms, at, by } = version
  const why = lang === 'zh' ? version.why : version.why_en
  const behind = rooms.filter((room) => room.behind)
  // Of what was never moved, who published it
  const done = moves.length > 0 ? moves : [{ act: RolloutStep.live, at, by }]
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <strong>{t('live', { v })}</strong>
        <Status tone={TONES[state]}>{labelOf(VersionState, state, lang)}</Status>
        <span className={styles.note}>{note}</span>
        <Back version={version} row={row} onBack={onBack} />
      </div>
      {why ? <p className={styles.why}>{why}</p> : null}
      {diff ? <Diff diff={diff} /> : null}
      {diff && base_v !== null && isChanged(diff) ? (
        <Changes rule_id={row.rule_id} v={v} base_v={base_v} diff={diff} />
      ) : null}
      {rooms.length > 0 ? <p>{t('runs', { rooms: rooms.length, names: namesOf(rooms) })}</p> : null}
      {behind.length > 0 ? (
        <p className={styles.why}>
          {t('behind', { rooms: behind.length, names: namesOf(behind) })}
        </p>
      ) : null}
      <ul className={styles.moves}>
        {done.map((move) => (
          <li key={`${move.at}${move.act}`}>
            <Instant at={move.at} />{' '}
            {t('move', {
              act: labelOf(RolloutStep, move.act, lang),
              who: move.by ?? (move.act === RolloutStep.withdraw ? t('itself') : ''),
            })}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Back to a version that rooms ran by before, or that was on trial. */
function Back({ version: { v, state }, row, onBack }: VersionProps) {
  const t = useText('talk_rollout')
  const speak = useSpeak()
  const may = useCan(talkApi.rollout.can)
  if (state === 'live' || state === 'canary') return null
  const { canary } = row
  const held = canary
    ? words(
        `v${canary.v} 灰度中，请先转正或撤回`,
        `v${canary.v} is on trial; promote it or roll it back first`,
      )
    : may
  const face = { size: 'small', children: t('back'), 'aria-label': `${t('back')} v${v}` } as const
  if (held !== true) return <RefusedButton {...face} reason={speak(held)} />
  return <Button {...face} onClick={onBack} />
}

const isChanged = ({ added, removed, changed }: NodeDiff): boolean =>
  added.length + removed.length + changed.length > 0

/** The sentences before and after, loaded when somebody wants to read them. */
function Changes(of: ComponentProps<typeof VersionChanges>) {
  const t = useText('talk_rollout')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={`${t('see_changes', { v: of.base_v })} v${of.v}`}
        onClick={() => setOpen(!isOpen)}
      >
        {t('see_changes', { v: of.base_v })}
      </Button>
      {isOpen ? <VersionChanges {...of} /> : null}
    </>
  )
}

function Diff({ diff }: { diff: NodeDiff }) {
  const t = useText('talk_rollout')
  const { added, removed, changed } = diff
  if (!isChanged(diff)) return <p>{t('same')}</p>
  return (
    <p>
      {added.length > 0 ? (
        <span className={styles.diff}>{t('added', { names: namesOf(added) })}</span>
      ) : null}
      {removed.length > 0 ? (
        <span className={styles.diff}>{t('removed', { names: namesOf(removed) })}</span>
      ) : null}
      {changed.length > 0 ? (
        <span className={styles.diff}>{t('changed', { names: namesOf(changed) })}</span>
      ) : null}
    </p>
  )
}

const MOST_NAMES = 12

function namesOf(all: readonly { name: string }[]): string {
  const names = all.slice(0, MOST_NAMES).map(({ name }) => name)
  return names.join('、') + (all.length > MOST_NAMES ? '…' : '')
}
