import { Input } from 'antd'

/** A date or a time, by the browser's own chooser; emptied it is nothing. */
export function Chosen({
  type,
  id,
  value,
  onChange,
}: {
  type: 'date' | 'time'
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}) {
  return (
    <Input
      id={id ?? ''}
      type={type}
      value={value ?? ''}
      onChange={({ target }) => onChange?.(target.value === '' ? null : target.value)}
    />
  )
}
