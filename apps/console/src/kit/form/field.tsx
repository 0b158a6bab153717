import { use, type ReactElement, type ReactNode } from 'react'
import { Form } from 'antd'
import { useForm } from './form-body.tsx'
import { labelFor, rulesFor } from './rules.ts'
import { ListPath, useName } from './use-name.ts'
import { useLanguage } from '#client/language.ts'

export interface FieldProps {
  /** Its path in the form's schema: `name`, or nested `segments.2.text`. */
  name: string
  help?: ReactNode
  label?: string
  /** Required by this form, though optional in the call. */
  required?: boolean
  children: ReactElement
}

/** Of a list: there is no room beside the fields of a line. */
const ABOVE = { layout: 'vertical', labelCol: {} } as const

/** One field of a form: label and rules come from the contract, help stands under the field. */
export function Field({ name, help, label, required, children }: FieldProps) {
  const { schema } = useForm()
  const lang = useLanguage()
  const isInList = use(ListPath) !== undefined
  return (
    <Form.Item
      {...(isInList && ABOVE)}
      name={useName(name)}
      label={label ?? labelFor(schema, name)[lang]}
      rules={rulesFor(schema, name, lang, required)}
      extra={help}
      validateTrigger="onBlur"
    >
      {children}
    </Form.Item>
  )
}
