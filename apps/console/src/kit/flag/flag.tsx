import { Switch } from 'antd'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'

interface FlagProps {
  id?: string
  value?: number
  onChange?: (value: number) => void
}

/** Yes or no as the wire carries it (spec §4: IsOrNot), in a form. */
export function Flag({ id, value, onChange }: FlagProps) {
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      checked={value === IsOrNot.is}
      onChange={(on) => onChange?.(on ? IsOrNot.is : IsOrNot.not)}
    />
  )
}
