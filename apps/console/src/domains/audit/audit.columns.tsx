import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { AuditRow } from '@kaibo/contract/audit/audit.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { wordsOf } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Code } from '#kit/cell/code.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import { lineOf } from '#kit/history/change-text.ts'
import { toneOf } from './audit.present.ts'
import { Target } from './parts/target.tsx'
import './audit.i18n.ts'
import styles from './audit.module.css'
import textStyles from '#kit/text/text.module.css'

const t = wordsOf('audit')

/** As many changes as one line of a row can name. */
const SHOWN = 2

export const auditColumns: readonly Column<AuditRow>[] = [
  {
    key: 'action',
    title: t('action'),
    width: 190,
    render: ({ action_name, outcome }) => (
      <>
        {action_name} {outcome === AuditOutcome.done ? null : <Outcome outcome={outcome} />}
      </>
    ),
  },
  {
    key: 'at',
    title: t('at'),
    width: 120,
    card: 'status',
    render: ({ at }) => <Instant at={at} />,
  },
  { key: 'who', title: t('who'), width: 130, card: 'meta', render: (row) => row.username },
  {
    key: 'target',
    title: t('target'),
    width: 200,
    card: 'meta',
    render: (row) => <Target row={row} />,
  },
  {
    key: 'changes',
    title: t('changes'),
    width: 400,
    card: 'meta',
    render: (row) => (row.changes.length > 0 ? <Line row={row} /> : null),
  },
  { key: 'reason', title: t('reason'), width: 150, render: ({ reason }) => reason },
  {
    key: 'outcome',
    title: t('outcome'),
    width: 100,
    optional: true,
    render: ({ outcome }) => <Outcome outcome={outcome} />,
  },
  { key: 'ip', title: t('ip'), width: 140, optional: true, render: ({ ip }) => ip },
  {
    key: 'request_id',
    title: t('request_id'),
    width: 180,
    optional: true,
    render: ({ request_id }, { lang }) => <Code value={request_id} label={t('request_id')[lang]} />,
  },
  {
    key: 'seq',
    title: t('seq'),
    width: 90,
    align: 'right',
    optional: true,
    render: ({ seq }) => <span className={textStyles.number}>{seq}</span>,
  },
]

function Outcome({ outcome }: Pick<AuditRow, 'outcome'>) {
  const lang = useLanguage()
  return <Status tone={toneOf[outcome]}>{labelOf(AuditOutcome, outcome, lang)}</Status>
}

/** The first changes in one line; the drawer has them all. */
function Line({ row: { changes } }: { row: AuditRow }) {
  const speak = useSpeak()
  const rest = changes.length - SHOWN
  return (
    <span className={styles.auditLine}>
      {changes.slice(0, SHOWN).map((change) => (
        <span key={change.field} className={styles.auditChange}>
          <span className={styles.auditField}>{change.label}</span> {lineOf(change)}
        </span>
      ))}
      {rest > 0 ? (
        <span className={styles.auditField}>{speak(t('more_changes', { count: rest }))}</span>
      ) : null}
    </span>
  )
}
