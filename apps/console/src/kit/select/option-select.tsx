import { Select } from 'antd'
import { SELECT } from '@kaibo/contract/facts/constants.ts'

interface Row {
  [field: string]: unknown
}

interface OptionSelectProps<R extends Row> {
  /** The option list's rows; `undefined` while it loads. A failed load only ends the loading state (spec §8). */
  rows: readonly R[] | undefined
  loading: boolean
  value?: string | null
  onChange?: (value: string | undefined) => void
  id?: string
  valueField?: keyof R & string
  labelField?: keyof R & string
  /** Puts 请选择 with an empty value first (spec §3). */
  all?: boolean
  /** Why a row cannot be chosen; `undefined` when it can. */
  refuse?: (row: R) => string | undefined
  placeholder?: string
  allowClear?: boolean
  width?: number | string
  label?: string
}

/** The select widget of spec §3: value field `uid`, label field `name` unless told otherwise. */
export function OptionSelect<R extends Row>({
  rows,
  loading,
  value,
  onChange,
  id,
  valueField = SELECT.valueField,
  labelField = SELECT.labelField,
  all = false,
  refuse,
  placeholder = SELECT.allLabel,
  allowClear = false,
  width = '100%',
  label,
}: OptionSelectProps<R>) {
  const options = (rows ?? []).map((row) => {
    const reason = refuse?.(row)
    const text = String(row[labelField])
    return {
      value: String(row[valueField]),
      label: reason ? `${text}（${reason}）` : text,
      disabled: reason !== undefined,
    }
  })
  return (
    <Select<string>
      id={id}
      aria-label={label}
      showSearch={{ optionFilterProp: 'label' }}
      loading={loading}
      placeholder={placeholder}
      allowClear={allowClear}
      value={value ?? (all ? SELECT.allValue : undefined)}
      onChange={(next: string | undefined) =>
        onChange?.(next === SELECT.allValue ? undefined : next)
      }
      options={
        all
          ? [{ value: SELECT.allValue, label: SELECT.allLabel, disabled: false }, ...options]
          : options
      }
      style={{ width }}
    />
  )
}
