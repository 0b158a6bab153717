import { Input, type InputProps } from 'antd'
import { boundsOf } from '@kaibo/contract/kernel/messages.ts'
import { Field, type FieldProps } from './field.tsx'
import { useForm } from './form-body.tsx'
import { fieldAt } from './rules.ts'

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  autoComplete?: InputProps['autoComplete']
}

/** A field of one line, which takes as many characters as the contract lets it have. */
export function TextField({ autoComplete, ...field }: TextFieldProps) {
  const { schema } = useForm()
  const { maximum } = boundsOf(fieldAt(schema, field.name))
  return (
    <Field {...field}>
      <Input maxLength={maximum} autoComplete={autoComplete} />
    </Field>
  )
}
