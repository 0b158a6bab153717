import { Checkbox } from 'antd'
import { useText } from '#client/i18n.ts'
import '../voice.i18n.ts'

interface ConfirmedFieldProps {
  id?: string
  value?: boolean
  onChange?: (value: boolean) => void
}

/** Whoever adds a model says that they have read its licence. */
export function ConfirmedField({ id, value = false, onChange }: ConfirmedFieldProps) {
  const t = useText('voice')
  return (
    <Checkbox
      {...(id !== undefined && { id })}
      checked={value}
      onChange={({ target }) => onChange?.(target.checked)}
    >
      {t('model_confirmed')}
    </Checkbox>
  )
}
