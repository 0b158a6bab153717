import { memo } from 'react'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import { sentenceOf } from '@kaibo/contract/talk/sentence.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { NodeStats } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { ChildNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import { useKnown } from '../talk.known.ts'
import type { Paint } from '../talk.paint.ts'
import { inSeconds } from './node-steps.tsx'
import { NodeBadge } from './node-badge.tsx'
import '../talk-try.i18n.ts'
import styles from './tree.module.css'

interface RuleRowProps {
  node: ChildNode
  depth: number
  /** The events that reach it, joined: as a list it would be another one each time. */
  heard: string
  subject: Operand | undefined
  isSelected: boolean
  /** The one that the keyboard comes to first. */
  isFirst: boolean
  hasProblem: boolean
  stats: NodeStats | undefined
  paint: Paint | undefined
}

const INDENT_PX = 16

/** One rule of the tree, as its sentence. It is drawn anew only where it has itself changed: of two hundred a key press changes one. */
export const RuleRow = memo(function Row(props: RuleRowProps) {
  const { node, depth, heard, subject, isSelected, isFirst, hasProblem, stats, paint } = props
  const t = useText('talk')
  const lang = useLanguage()
  const known = useKnown()
  const place = { heard: heard.split(','), subject }
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-selected={isSelected}
      tabIndex={isFirst ? 0 : -1}
      data-node={node.id}
      data-off={node.enabled === OpenStatus.close || undefined}
      data-paint={paint?.state}
      className={styles.rule}
      style={{ marginInlineStart: (depth - 1) * INDENT_PX }}
    >
      <span className={styles.head}>
        <strong>{node.name}</strong>
        {node.enabled === OpenStatus.close ? <Status tone="offline">{t('off')}</Status> : null}
        {hasProblem ? <Status tone="attention">{t('problem')}</Status> : null}
        {paint ? <Painted paint={paint} /> : null}
      </span>
      <span className={styles.sentence}>{sentenceOf(node, place, lang, known)}</span>
      <NodeBadge stats={stats} />
    </div>
  )
})

const TONES: Readonly<Record<Paint['state'], Tone>> = {
  fired: 'ok',
  passed: 'ok',
  no: 'offline',
  held: 'attention',
  error: 'failed',
  unreached: 'idle',
}

/** How far the tried event came here: by a shape and in words, never by colour alone. */
function Painted({ paint: { state, reason, left_ms } }: { paint: Paint }) {
  const t = useText('talk_try')
  const lang = useLanguage()
  if (state !== 'held') return <Status tone={TONES[state]}>{t(state)}</Status>
  const left = left_ms === undefined ? '' : ` ${t('left', { seconds: inSeconds(left_ms) })}`
  return (
    <Status tone={TONES[state]}>
      {labelOf(Reason, reason, lang)}
      {left}
    </Status>
  )
}
