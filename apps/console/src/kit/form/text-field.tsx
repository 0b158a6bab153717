import { Input, type InputProps } from 'antd'
import { boundsOf } from '@kaibo/contract/kernel/messages.ts'
import { Field, type FieldProps } from './field.tsx'
import { useForm } from './form-body.tsx'
import { fieldAt } from './rules.ts'

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  autoComplete?: InputProps['autoComplete']
}

/** A one-line field whose maximal length comes from the contract. */
export function TextField({ autoComplete, ...field }: TextFieldProps) {
  const { schema } = useForm()
  const { maximum } = boundsOf(fieldAt(schema, field.name))
  return (
    <Field {...field}>
      <Input maxLength={maximum} autoComplete={autoComplete} />
    </Field>
  )
}
