import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useUrlState } from '#kit/list/url-state.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { CHECKS, CheckState, type Decided } from '../talk.check.ts'
import type { RuleData } from '../talk.editing.ts'
import { TryPanel } from './try-panel.tsx'
import type { Try } from './use-try.ts'
import '../talk-check.i18n.ts'
import styles from './check.module.css'

const WhyPanel = lazily(async () => (await import('./why-panel.tsx')).WhyPanel)
const ReplayPanel = lazily(async () => (await import('./replay-panel.tsx')).ReplayPanel)
const CasesPanel = lazily(async () => (await import('./cases-panel.tsx')).CasesPanel)

interface CheckPaneProps {
  data: RuleData
  trial: Try
  /** Has the draft kept first: what is checked on the server is what stands here. Nothing where that failed. */
  keep: () => Promise<RuleRow | undefined>
  /** An event whose way through the rules is to be seen. */
  onPaint: (decided: Decided | undefined) => void
  /** The rule whose values are shown. */
  children?: ReactNode
}

/** Beside the rules: what they would do, why they did nothing, what they would have done, and what they have to do. */
export function CheckPane({ data, trial, keep, onPaint, children }: CheckPaneProps) {
  const t = useText('talk_check')
  const [{ check, ...asked }, setState] = useUrlState(CheckState)
  const { row, rooms } = data
  return (
    <>
      <Segmented
        block
        className={styles.modes}
        aria-label={t('modes')}
        value={check}
        options={CHECKS.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => {
          onPaint(undefined)
          setState({ check: next }, { replace: true })
        }}
      />
      {check === 'try' ? (
        <TryPanel trial={trial} rooms={rooms}>
          {children}
        </TryPanel>
      ) : null}
      <Lazily key={check}>
        {check === 'why' ? (
          <WhyPanel set_id={row.rule_id} rooms={rooms} asked={asked} onPaint={onPaint}>
            {children}
          </WhyPanel>
        ) : null}
        {check === 'replay' ? <ReplayPanel row={row} keep={keep} /> : null}
        {check === 'cases' ? <CasesPanel rule_id={row.rule_id} trial={trial} /> : null}
      </Lazily>
    </>
  )
}
