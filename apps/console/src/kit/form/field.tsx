import type { ReactElement, ReactNode } from 'react'
import { Form } from 'antd'
import type * as z from 'zod/mini'
import { labelFor, rulesFor } from './rules.ts'

interface FieldProps {
  schema: z.ZodMiniObject
  name: string
  help?: ReactNode
  label?: string
  hidden?: boolean
  children: ReactElement
}

/** One field of a form: label and rules come from the contract, help stands under the field. */
export function Field({ schema, name, help, label, hidden, children }: FieldProps) {
  return (
    <Form.Item
      name={name}
      label={label ?? labelFor(schema, name)}
      rules={rulesFor(schema, name)}
      extra={help}
      hidden={hidden ?? false}
      validateTrigger="onBlur"
    >
      {children}
    </Form.Item>
  )
}
