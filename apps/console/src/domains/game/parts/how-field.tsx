import { Input, Select } from 'antd'
import { VarCalcType } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { VarReset, VarScope } from '@kaibo/contract/talk/talk.enums.ts'
import type { VarHow } from '@kaibo/contract/talk/variable.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { CalcHow } from './calc-how.tsx'
import { ZERO } from './how.ts'
import { JudgeHow } from './judge-how.tsx'
import { LimitHow } from './limit-how.tsx'
import { MapHow } from './map-how.tsx'
import type { Choice } from './operand-input.tsx'
import styles from '../game.module.css'

interface HowFieldProps {
  id?: string
  value?: VarHow
  choices: readonly Choice[]
  isNumber: boolean
  onChange?: (value: VarHow) => void
}

const first = { origin: 'variable', key: '' } as const

/** As each begins. */
const FRESH: Record<Exclude<VarHow['calc'], 5>, VarHow> = {
  [VarCalcType.common]: { calc: 0, scope: 'room', reset: 'round', default: 0 },
  [VarCalcType.calc]: {
    calc: 1,
    steps: [{ id: 's1', left: first, op: '+', right: ZERO, method: 'none' }],
  },
  [VarCalcType.judge]: {
    calc: 2,
    cases: [{ when: { id: 'w1', type: 1, subject: first, op: '>=', rhs: ZERO }, value: ZERO }],
    else: ZERO,
  },
  [VarCalcType.map]: {
    calc: 3,
    input: first,
    match: 'range',
    rows: [{ from: 0, v: ZERO }],
    else: ZERO,
  },
  [VarCalcType.limit]: { calc: 4, input: first, min: ZERO, overflow: 'clamp' },
}

const START = FRESH[VarCalcType.common]

/** How a variable comes by its value: stored, or computed of others. */
export function HowField({ id, value = START, choices, isNumber, onChange }: HowFieldProps) {
  const t = useText('game')
  const lang = useLanguage()
  const change = (how: VarHow) => onChange?.(how)
  // What only the server knows cannot be asked for yet
  const kinds = optionsOf(VarCalcType, lang).filter((one) => one.value !== VarCalcType.server)
  return (
    <div className={styles.how}>
      <Select
        {...(id === undefined ? {} : { id })}
        value={value.calc}
        options={kinds}
        onChange={(calc) => calc !== VarCalcType.server && change(FRESH[calc])}
      />
      {value.calc === VarCalcType.common ? (
        <div className={styles.line}>
          <Select
            className={styles.of}
            aria-label={t('own')}
            value={value.scope}
            options={optionsOf(VarScope, lang)}
            onChange={(scope) => change({ ...value, scope })}
          />
          <Select
            className={styles.of}
            aria-label={t('same')}
            value={value.reset}
            options={optionsOf(VarReset, lang)}
            onChange={(reset) => change({ ...value, reset })}
          />
          <Input
            className={styles.of}
            aria-label={t('value')}
            placeholder={t('value')}
            value={value.default === undefined ? '' : String(value.default)}
            onChange={({ target }) => change(withDefault(value, target.value, isNumber))}
          />
        </div>
      ) : null}
      {value.calc === VarCalcType.calc ? (
        <CalcHow value={value} choices={choices} onChange={change} />
      ) : null}
      {value.calc === VarCalcType.judge ? (
        <JudgeHow value={value} choices={choices} onChange={change} />
      ) : null}
      {value.calc === VarCalcType.map ? (
        <MapHow value={value} choices={choices} onChange={change} />
      ) : null}
      {value.calc === VarCalcType.limit ? (
        <LimitHow value={value} choices={choices} isNumber={isNumber} onChange={change} />
      ) : null}
    </div>
  )
}

type Stored = Extract<VarHow, { calc: 0 }>

function withDefault(stored: Stored, text: string, isNumber: boolean): Stored {
  const { default: _, ...rest } = stored
  if (text === '') return rest
  const isPlain = isNumber && Number.isFinite(Number(text))
  return { ...rest, default: isPlain ? Number(text) : text }
}
