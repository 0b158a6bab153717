import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Select } from 'antd'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { CheckOp } from '@kaibo/contract/talk/talk.enums.ts'
import type { VariableFacts } from '@kaibo/contract/talk/talk.events.ts'
import { variablesUnder, type Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'
import type { ChildNode, Condition, OneSidedCheck } from '@kaibo/contract/talk/talk.schema.ts'
import { conditionText, variableLabel } from '@kaibo/contract/talk/sentence.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useKnown } from '../talk.known.ts'
import type { Placed } from '../talk.draft.ts'
import { numberIn } from '../talk.number.ts'
import styles from '../talk.module.css'

const NUMBER_OPS: readonly string[] = ['>=', '>', '=', '!=', '<', '<=']
const TEXT_OPS: readonly string[] = ['contains', '=', '!=', 'ncontains', 'starts', 'ends']
const FEN = 100

interface ConditionRowsProps {
  node: ChildNode
  place: Placed
  onEdit: (change: Partial<ChildNode>) => void
}

/** Conditions that all have to hold; what is grouped otherwise is shown as it reads. */
export function ConditionRows({ node, place, onEdit }: ConditionRowsProps) {
  const t = useText('talk')
  const lang = useLanguage()
  const known = useKnown()
  const checks = checksIn(node.when)
  if (!checks)
    return (
      <div className={styles.row}>
        <span>{t('conditions')}</span>
        <span>
          {t('complex', {
            text: node.when
              ? conditionText(node.when, node.subject ?? place.subject, {
                  lang,
                  known,
                })
              : '',
          })}
        </span>
      </div>
    )
  const variables = variablesOf(known, place.heard)
  const set = (next: OneSidedCheck[]) => onEdit({ when: groupOf(node.id, next) })
  const [first] = variables
  return (
    <fieldset className={styles.group} data-part="when">
      <legend>{t('conditions')}</legend>
      {checks.map((check, index) => (
        <div key={check.id} data-part={`when/all[${index}]`}>
          <CheckRow
            check={check}
            variables={variables}
            onChange={(next) => set(checks.with(index, next))}
            onRemove={() => set(checks.filter((one) => one !== check))}
          />
        </div>
      ))}
      {first ? (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => set([...checks, freshCheck(node.id, checks, first)])}
        >
          {t('add_condition')}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface CheckRowProps {
  check: OneSidedCheck
  variables: readonly VariableFacts[]
  onChange: (check: OneSidedCheck) => void
  onRemove: () => void
}

function CheckRow({ check, variables, onChange, onRemove }: CheckRowProps) {
  const t = useText('talk')
  const lang = useLanguage()
  const { subject } = check
  const key = subject !== '$' && subject.origin === 'variable' ? subject.key : undefined
  const facts = variables.find((variable) => variable.key === key)
  const isNumber = facts?.type === DataType.number
  const ops = isNumber ? NUMBER_OPS : TEXT_OPS
  const value =
    check.rhs?.origin === 'input' && !Array.isArray(check.rhs.value) ? check.rhs.value : ''
  const withValue = (next: string | number): OneSidedCheck => ({
    ...check,
    rhs: { origin: 'input', value: next },
  })
  const unit = facts?.unit === 'fen' ? FEN : 1
  return (
    <div className={styles.check}>
      <Select
        aria-label={t('variable')}
        showSearch
        optionFilterProp="label"
        className={styles.variable}
        value={key}
        options={variables.map((variable) => ({
          value: variable.key,
          label: variableLabel(variable, lang),
        }))}
        onChange={(next: string) => {
          const chosen = variables.find((variable) => variable.key === next)
          if (chosen) onChange({ ...freshCheck('', [], chosen), id: check.id })
        }}
      />
      <Select
        aria-label={t('operator')}
        className={styles.operator}
        value={check.op}
        options={optionsOf(CheckOp, lang).filter((option) => ops.includes(option.value))}
        onChange={(op) => onChange({ ...check, op })}
      />
      {isNumber ? (
        <>
          <InputNumber<string | number>
            aria-label={t('value')}
            value={typeof value === 'number' ? value / unit : null}
            parser={numberIn}
            {...(unit === FEN && { precision: 2 })}
            // An emptied field is no 0, which every gift would pass
            onChange={(next) =>
              next !== null && onChange(withValue(Math.round(Number(next) * unit * 1e6) / 1e6))
            }
          />
          {unit === FEN ? t('yuan') : null}
        </>
      ) : (
        <Input
          aria-label={t('value')}
          className={styles.text}
          maxLength={100}
          value={String(value)}
          onChange={({ target }) => onChange(withValue(target.value))}
        />
      )}
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('delete')} onClick={onRemove} />
    </div>
  )
}

/** One-sided checks of the event's own fields that all have to hold; nothing where the condition is more than that. */
function checksIn(when: Condition | undefined): OneSidedCheck[] | undefined {
  if (!when) return []
  const parts = 'all' in when ? when.all : [when]
  const plain = parts.filter(
    (part): part is OneSidedCheck =>
      'type' in part &&
      part.type === 1 &&
      part.subject !== '$' &&
      part.subject.origin === 'variable' &&
      part.rhs?.origin === 'input' &&
      !Array.isArray(part.rhs.value),
  )
  return plain.length === parts.length ? plain : undefined
}

const groupOf = (node_id: string, all: OneSidedCheck[]): Condition | undefined =>
  all.length === 0 ? undefined : { id: `${node_id}-all`, all }

function freshCheck(
  node_id: string,
  others: readonly OneSidedCheck[],
  { key, type }: VariableFacts,
): OneSidedCheck {
  const ids = new Set(others.map(({ id }) => id))
  let count = others.length + 1
  while (ids.has(`${node_id}-c${count}`)) count++
  const isNumber = type === DataType.number
  return {
    id: `${node_id}-c${count}`,
    type: 1,
    subject: { origin: 'variable', key },
    op: isNumber ? '>=' : 'contains',
    rhs: { origin: 'input', value: isNumber ? 0 : '' },
  }
}

const rank = ({ unit, key }: VariableFacts) => (unit ? 0 : key.startsWith('sys.') ? 2 : 1)

/** What can be asked under all of these events, the amounts first: they are asked for most. */
const variablesOf = (known: Vocabulary, heard: readonly string[]): VariableFacts[] =>
  variablesUnder(known, heard).sort((a, b) => rank(a) - rank(b))
