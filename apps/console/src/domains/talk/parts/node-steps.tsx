import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { variableLabel } from '@kaibo/contract/talk/sentence.ts'
import { variableOf, type Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'
import { CheckOp, Reason, ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { Reading, Step } from '@kaibo/contract/talk/talk.trace.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import '../talk-try.i18n.ts'
import { useKnown } from '../talk.known.ts'
import styles from './try.module.css'

interface NodeStepsProps {
  name: string
  steps: readonly Step[]
}

/** How one rule was decided: what stood on the left, what on the right, and what came of it. */
export function NodeSteps({ name, steps }: NodeStepsProps) {
  const t = useText('talk_try')
  return (
    <section className={styles.steps} aria-label={t('steps', { node: name })}>
      <h3>{t('steps', { node: name })}</h3>
      {steps.length === 0 ? <p className={styles.hint}>{t('no_steps')}</p> : null}
      <ul>
        {steps.map((step) => (
          <li key={`${step.kind} ${step.path}`}>
            <StepLine step={step} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StepLine({ step }: { step: Step }) {
  const t = useText('talk_try')
  const lang = useLanguage()
  if (step.kind === 'gate') {
    const left = step.left_ms === undefined ? '' : t('left', { seconds: inSeconds(step.left_ms) })
    const reason = [labelOf(Reason, step.gate, lang), left].filter(Boolean).join(' ')
    return <Status tone="attention">{t('gate', { reason })}</Status>
  }
  if (step.kind === 'say') {
    const { pick, of, skipped } = step
    const list = skipped.map((index) => index + 1).join('、')
    return (
      <>
        {pick === undefined ? (
          <Status tone="failed">{t('pick_none', { of })}</Status>
        ) : (
          <Status tone="ok">{t('pick', { of, pick: pick + 1 })}</Status>
        )}
        {skipped.length > 0 && pick !== undefined ? <span>{t('skipped', { list })}</span> : null}
      </>
    )
  }
  const result = <Result result={step.result} />
  if (step.kind === 'group')
    return (
      <>
        {result} {t(step.mode)}
      </>
    )
  return (
    <>
      {result} <Compared step={step} />
    </>
  )
}

const RESULTS: readonly {
  result: Extract<Step, { kind: 'check' }>['result']
  tone: Tone
  text: 'holds' | 'fails' | 'undecided'
}[] = [
  { result: true, tone: 'ok', text: 'holds' },
  { result: false, tone: 'offline', text: 'fails' },
  { result: 'error', tone: 'failed', text: 'undecided' },
]

function Result({ result }: { result: boolean | 'error' }) {
  const t = useText('talk_try')
  const shown = RESULTS.find((one) => one.result === result)
  return shown ? <Status tone={shown.tone}>{t(shown.text)}</Status> : null
}

type Check = Extract<Step, { kind: 'check' }>

function Compared({ step }: { step: Check }) {
  const t = useText('talk_try')
  const lang = useLanguage()
  const known = useKnown()
  const key = step.subject.key
  const value = (reading: Reading) => valueOf(reading, key, { lang, known }) ?? t('nothing')
  const facts = key === undefined ? undefined : variableOf(key, known)
  const name = facts ? variableLabel(facts, lang) : (key ?? '')
  const [left, op, right] =
    step.type === 1
      ? [value(step.subject), labelOf(CheckOp, step.op, lang), value(step.rhs)]
      : [
          value(step.subject),
          `${step.lo[0]} ${step.hi[0]}`,
          `${value(step.lo[1])} – ${value(step.hi[1])}`,
        ]
  return (
    <dl className={styles.compared}>
      <dt>{name}</dt>
      <dd>
        <b title={t('left_side')}>{left}</b> {op} <b title={t('right_side')}>{right}</b>
      </dd>
    </dl>
  )
}

const FEN = 100

function valueOf(
  reading: Reading,
  subject: string | undefined,
  { lang, known }: { lang: Lang; known: Vocabulary },
): string | undefined {
  const { value, fault, key = subject } = reading
  if (fault !== undefined) return labelOf(ValueFault, fault, lang)
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.join(lang === 'zh' ? '、' : ', ')
  const unit = key === undefined ? undefined : variableOf(key, known)?.unit
  if (unit === 'fen' && typeof value === 'number')
    return lang === 'zh' ? `${value / FEN}元` : `${value / FEN} yuan`
  return typeof value === 'string' ? `“${value}”` : String(value)
}

export const inSeconds = (ms: number): string => (Math.ceil(ms / 100) / 10).toFixed(1)
