import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanList } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { RowActs } from '#kit/action/row-acts.tsx'
import { Instant } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import textStyles from '#kit/text/text.module.css'
import { planActions } from './plan.actions.tsx'
import { planText } from './plan.text.ts'
import styles from './plan.module.css'

/** The plans of a room, also those that are not due in the week that is shown. */
export function PlanRows({ plans: { list, firings } }: { plans: PlanList }) {
  const t = useText('plan')
  const lang = useLanguage()
  const speak = useSpeak()
  const next = new Map<string, number>()
  for (const { plan_id, outcome, due_at } of firings)
    if (outcome === null && !next.has(plan_id)) next.set(plan_id, due_at)
  if (list.length === 0) return null
  return (
    <section className={styles.plans}>
      <h2>{speak(nouns.plan)}</h2>
      <ul>
        {list.map((plan) => {
          const due_at = next.get(plan.id)
          return (
            <li key={plan.id}>
              <b>{plan.name}</b>
              <span>
                {planText(plan, lang)}
                {plan.zone === DEFAULT_ZONE ? null : <small> {plan.zone}</small>}
              </span>
              <span className={textStyles.meta}>
                {plan.enabled !== OpenStatus.open ? (
                  <Status tone="offline">{labelOf(OpenStatus, plan.enabled, lang)}</Status>
                ) : due_at === undefined ? null : (
                  <>
                    {t('next')} <Instant at={due_at} />
                  </>
                )}
                {plan.segment_count > 0 ? ` · ${t('pieces', { count: plan.segment_count })}` : null}
              </span>
              <RowActs actions={planActions} row={plan} name={plan.name} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
