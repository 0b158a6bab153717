import { Input, InputNumber } from 'antd'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import type { PayloadField } from '@kaibo/contract/game/event.schema.ts'
import type { GameScalar } from '@kaibo/contract/game/link.schema.ts'

interface ScalarInputProps {
  id?: string
  type: PayloadField['type']
  value?: GameScalar | undefined
  onChange?: (value: GameScalar | undefined) => void
}

/** A number or a text, as its field's type is; left empty there is none. A value of the other type is shown as it is. */
export function ScalarInput({ type, value, onChange, ...rest }: ScalarInputProps) {
  if (type === DataType.number && typeof value !== 'string')
    return (
      <InputNumber
        {...rest}
        value={value ?? null}
        onChange={(next) => onChange?.(next ?? undefined)}
      />
    )
  return (
    <Input
      {...rest}
      maxLength={500}
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) => onChange?.(typedAs(type, target.value))}
    />
  )
}

/** What was typed; of a number field as a number, as soon as it is one. */
function typedAs(type: PayloadField['type'], text: string): GameScalar | undefined {
  if (text === '') return undefined
  const number = Number(text)
  return type === DataType.number && Number.isFinite(number) ? number : text
}
