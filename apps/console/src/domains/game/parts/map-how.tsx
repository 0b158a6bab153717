import { Input, InputNumber, Select } from 'antd'
import { MAP_MATCHES, type MapRow } from '@kaibo/contract/talk/variable.schema.ts'
import { useText } from '#client/i18n.ts'
import { HowRows, type At } from './how-rows.tsx'
import { ZERO, type HowProps } from './how.ts'
import { OperandInput } from './operand-input.tsx'
import { Otherwise } from './otherwise.tsx'
import styles from '../game.module.css'

/** A table: the row that the value is found in gives the result. */
export function MapHow({ value, choices, onChange }: HowProps<3>) {
  const t = useText('game')
  const { rows, match } = value
  return (
    <>
      <div className={styles.foot}>
        <span>{t('input')}</span>
        <OperandInput
          label={t('input')}
          value={value.input}
          choices={choices}
          onChange={(input) => onChange({ ...value, input })}
        />
        <Select
          aria-label={t('match')}
          value={match}
          options={MAP_MATCHES.map((one) => ({ value: one, label: t(`match_${one}`) }))}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange({ ...value, match: next })}
        />
      </div>
      <HowRows<MapRow>
        title={t('rows')}
        rows={rows}
        // A row has no identity but its place; its values are held by the form.
        keyOf={(_, index) => index}
        add={{ label: t('add_row'), fresh: () => ({ v: ZERO }) }}
        onChange={(next) => onChange({ ...value, rows: next })}
      >
        {(row, at) => (
          <>
            {match === 'range' ? (
              <Range row={row} at={at} />
            ) : (
              <Input
                className={styles.small}
                aria-label={`${at.name} ${t('match')}`}
                maxLength={100}
                value={row.k ?? ''}
                onChange={({ target }) => at.put({ v: row.v, k: target.value })}
              />
            )}
            <span>{t('becomes')}</span>
            <OperandInput
              label={`${at.name} ${t('value')}`}
              value={row.v}
              choices={choices}
              onChange={(v) => at.put({ ...row, v })}
            />
          </>
        )}
      </HowRows>
      <Otherwise
        value={value.else}
        choices={choices}
        onChange={(next) => onChange({ ...value, else: next })}
      />
    </>
  )
}

const ENDS = { from: 'at_least', to: 'below' } as const

/** An end that is left empty is open. */
function Range({ row, at }: { row: MapRow; at: At<MapRow> }) {
  const t = useText('game')
  return (['from', 'to'] as const).map((end) => (
    <InputNumber
      key={end}
      className={styles.small}
      aria-label={`${at.name} ${t(ENDS[end])}`}
      placeholder={t(ENDS[end])}
      value={row[end] ?? null}
      onChange={(bound) => {
        const { [end]: _, k: __, ...rest } = row
        at.put(bound === null ? rest : { ...rest, [end]: bound })
      }}
    />
  ))
}
