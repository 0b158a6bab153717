import { Segmented, type SegmentedProps } from 'antd'
import { Field } from './field.tsx'
import { useForm } from './form-body.tsx'
import { labelFor } from './rules.ts'
import { useSpeak } from '#client/language.ts'

export interface ChoiceFieldProps {
  name: string
  help?: string
  options: SegmentedProps['options']
}

/** A field whose few choices are all visible. It is no native input, so it needs an aria-label besides the field's label. */
export function ChoiceField({ name, help, options }: ChoiceFieldProps) {
  const { schema } = useForm()
  return (
    <Field name={name} help={help}>
      <Segmented aria-label={useSpeak()(labelFor(schema, name))} options={options} />
    </Field>
  )
}
