import type { ReactElement, ReactNode } from 'react'
import { Form } from 'antd'
import { useForm } from './form-body.tsx'
import { labelFor, rulesFor } from './rules.ts'
import { useName } from './use-name.ts'

export interface FieldProps {
  /** As the form's schema has it: `name`, or within another `segments.2.text`. */
  name: string
  help?: ReactNode
  label?: string
  children: ReactElement
}

/** One field of a form: label and rules come from the contract, help stands under the field. */
export function Field({ name, help, label, children }: FieldProps) {
  const { schema } = useForm()
  return (
    <Form.Item
      name={useName(name)}
      label={label ?? labelFor(schema, name)}
      rules={rulesFor(schema, name)}
      extra={help}
      validateTrigger="onBlur"
    >
      {children}
    </Form.Item>
  )
}
