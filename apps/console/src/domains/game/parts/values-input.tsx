import { useState } from 'react'
import { Input } from 'antd'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import { useText } from '#client/i18n.ts'
import '../game.i18n.ts'

interface ValuesInputProps {
  id?: string
  value?: readonly Operand[]
  onChange?: (value: Operand[]) => void
}

const textOf = (operands: readonly Operand[]): string =>
  operands.map((one) => (one.origin === 'input' ? String(one.value) : '')).join(', ')

const read = (text: string): Operand[] =>
  text
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({
      origin: 'input',
      value: Number.isFinite(Number(part)) ? Number(part) : part,
    }))

/** Arguments of a command: typed in a row, numbers as numbers. */
export function ValuesInput({ id, value = [], onChange }: ValuesInputProps) {
  const t = useText('game')
  const [typed, setTyped] = useState(() => textOf(value))
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      placeholder={t('args_hint')}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(read(target.value))
      }}
    />
  )
}
