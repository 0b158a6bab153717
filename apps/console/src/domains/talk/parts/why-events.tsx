import { useEffect, useState } from 'react'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { eventLabel } from '@kaibo/contract/talk/sentence.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { TriedDecision } from '@kaibo/contract/talk/talk.try.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { secondText } from '#kit/cell/business-time.ts'
import { Status } from '#kit/status/status.tsx'
import { useKnown } from '../talk.known.ts'
import type { Decided } from '../talk.check.ts'
import { inSeconds } from './node-steps.tsx'
import '../talk-check.i18n.ts'
import '../talk-try.i18n.ts'
import styles from './check.module.css'

type Heard = DataOf<typeof talkApi.why>['events'][number]

interface WhyEventsProps {
  events: readonly Heard[]
  set_id: string
  onPaint: (decided: Decided | undefined) => void
}

/** Events, and of each what the rules of this set made of it. The one that is chosen is painted on the rules. */
export function WhyEvents({ events, set_id, onPaint }: WhyEventsProps) {
  const t = useText('talk_check')
  const lang = useLanguage()
  const known = useKnown()
  const only = events.length === 1 ? events[0] : undefined
  const [chosen, setChosen] = useState(only?.event_id)
  useEffect(() => {
    if (only) onPaint(only)
  }, [only, onPaint])
  return (
    <>
      <p>
        {t('found', { count: events.length })} {only ? '' : t('paint_hint')}
      </p>
      <ul className={styles.events}>
        {events.map((one) => {
          const { event_id, event_key, at, user, text, decisions } = one
          const own = decisions.filter((decision) => decision.set_id === set_id)
          return (
            <li key={event_id}>
              <button
                type="button"
                className={styles.event}
                aria-pressed={chosen === event_id}
                onClick={() => {
                  setChosen(event_id)
                  onPaint(one)
                }}
              >
                <span className={styles.head}>
                  <b>{secondText(at)}</b>
                  {[user, eventLabel(event_key, lang, known), text].filter(Boolean).join(' ')}
                </span>
                {own.length === 0 ? <Status tone="idle">{t('not_asked')}</Status> : null}
                {own.map((decision) => (
                  <Outcome key={decision.node_path} decision={decision} />
                ))}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Outcome({ decision }: { decision: TriedDecision }) {
  const t = useText('talk_try')
  const lang = useLanguage()
  const { node_name, outcome, text, trace } = decision
  const isFired = outcome === Reason.fired
  const left = trace?.steps.findLast((step) => step.kind === 'gate' && step.gate === outcome)
  const left_ms = left?.kind === 'gate' ? left.left_ms : undefined
  const reason = [
    labelOf(Reason, outcome, lang),
    left_ms === undefined ? '' : t('left', { seconds: inSeconds(left_ms) }),
  ]
    .filter(Boolean)
    .join(lang === 'zh' ? '，' : ', ')
  return (
    <span>
      <Status tone={isFired ? 'ok' : outcome === Reason.error ? 'failed' : 'attention'}>
        {t('because', { node: node_name, reason })}
      </Status>
      {isFired && text ? ` ${text}` : null}
    </span>
  )
}
