import { Drawer } from 'antd'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import { Link } from 'react-router'
import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { AuditRow } from '@kaibo/contract/audit/audit.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { Text } from '#kit/cell/cell.tsx'
import { Code } from '#kit/cell/code.tsx'
import { Fact } from '#kit/cell/fact.tsx'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { seqOf, toneOf } from '../audit.present.ts'
import { Changes } from './changes.tsx'
import { Target } from './target.tsx'
import styles from '../audit.module.css'

const WIDTH = 600

interface AuditDrawerProps {
  /** The row's number in the audit chain. */
  id: string
  /** The row, if the drawer was opened from the list. */
  row: AuditRow | undefined
  onClose: () => void
}

/** One row at an address of its own: who, what, from where, and before → after. */
export function AuditDrawer({ id, row: known, onClose }: AuditDrawerProps) {
  const t = useText('audit')
  const seq = seqOf(id)
  const isAsked = !known && seq !== undefined
  const query = useCall(auditApi.list, { seq }, { enabled: isAsked })
  const row = known ?? (isAsked ? query.data?.list[0] : undefined)
  const title = row ? t('row_title', { seq: row.seq, action: row.action_name }) : t('title')
  return (
    <Drawer open size={WIDTH} title={title} aria-label={title} onClose={onClose}>
      <Panel
        loading={isAsked && query.isPending}
        error={isAsked ? query.error : null}
        filled={!isAsked || query.data !== undefined}
        onRetry={() => void query.refetch()}
        isEmpty={!row}
        empty={<Empty title={t('gone')} hint={t('gone_hint')} />}
      >
        {row ? (
          <>
            <Outcome row={row} />
            <Facts row={row} />
            <Changes row={row} />
          </>
        ) : null}
      </Panel>
    </Drawer>
  )
}

function Outcome({ row: { outcome } }: { row: AuditRow }) {
  const t = useText('audit')
  if (outcome === AuditOutcome.done) return null
  return <p className={styles.auditNote}>{t('interrupted_hint')}</p>
}

function Facts({ row }: { row: AuditRow }) {
  const t = useText('audit')
  const lang = useLanguage()
  return (
    <dl className={styles.auditFacts}>
      <Fact label={t('at')}>{instantText(row.at)}</Fact>
      <Fact label={t('who')}>
        <Text value={row.username} />
        <All of={{ uid: row.uid }} label={t('all_by')} />
      </Fact>
      <Fact label={t('target')}>
        <Target row={row} />
        <All of={{ target: row.target_id ?? row.target }} label={t('all_of')} />
      </Fact>
      <Fact label={t('outcome')}>
        <Status tone={toneOf[row.outcome]}>{labelOf(AuditOutcome, row.outcome, lang)}</Status>
      </Fact>
      {row.reason ? (
        <Fact label={t('reason')} wide>
          {row.reason}
        </Fact>
      ) : null}
      <Fact label={t('ip')}>{row.ip}</Fact>
      <Fact label={t('request_id')}>
        <Code value={row.request_id} label={t('request_id')} />
      </Fact>
      <Fact label={t('hash')} wide>
        <Code value={row.hash} label={t('hash')} />
      </Fact>
    </dl>
  )
}

/** A link to the list, filtered by this value. */
function All({ of, label }: { of: Record<string, string>; label: string }) {
  if (Object.values(of).some((value) => !value)) return null
  return (
    <Link className={styles.auditAll} to={{ search: new URLSearchParams(of).toString() }}>
      {label}
    </Link>
  )
}
