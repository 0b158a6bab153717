import { createContext, use, type ReactNode } from 'react'
import { Button, Form } from 'antd'
import { useText } from '#client/i18n.ts'
import { leadFocus } from '#kit/focus/lead-focus.ts'
import { Fault } from '#kit/panel/fault.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import type { FormState } from './form-state.ts'
import { useLabels } from './use-labels.ts'
import './form.i18n.ts'
import styles from './form.module.css'

const Shown = createContext<FormState | undefined>(undefined)

/** The state of the form that a field is in. */
export function useForm(): FormState {
  const state = use(Shown)
  if (!state) throw new Error('a field stands in a form of the kit')
  return state
}

/** The input that gets the focus first. */
export const FIRST_FIELD = '.ant-form-item input, .ant-form-item textarea'

interface FormBodyProps {
  state: FormState
  /** The right to see such records; if the record is not found, 为什么? explains this right. */
  right?: string | undefined
  /** A value as text, for the choice between my value and theirs. */
  show?: ((name: string, value: unknown) => string | undefined) | undefined
  children: ReactNode
}

/** A form's fields, with draft notice, conflict and error above them. Enter submits; in a textarea Ctrl+Enter does. */
export function FormBody({ state, right, show, children }: FormBodyProps) {
  const t = useText('form')
  const labels = useLabels()
  const { form, fault, clash } = state
  return (
    <Form
      form={form}
      name={state.id}
      className={styles.form}
      {...labels}
      requiredMark
      scrollToFirstError
      initialValues={state.initial}
      onValuesChange={state.note}
      onFinish={(values) => void state.submit(values)}
      onFinishFailed={({ errorFields: [first] }) => {
        if (first) form.focusField(first.name)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        // React events bubble out of dialogs opened by a field: keys pressed there are not this form's.
        if (!event.currentTarget.contains(event.target as Node)) return
        // During composition Enter belongs to the input method; in an input the browser itself submits already.
        if (event.nativeEvent.isComposing) return
        event.preventDefault()
        form.submit()
      }}
    >
      {state.isRestored ? (
        <p className={styles.restored} role="status">
          {t('restored')}{' '}
          <Button
            type="link"
            size="small"
            onClick={({ currentTarget }) => {
              const around = currentTarget.closest('form')
              state.startOver()
              leadFocus(() => around?.querySelector<HTMLElement>(FIRST_FIELD))
            }}
          >
            {t('discard')}
          </Button>
        </p>
      ) : null}
      {fault ? <Fault error={fault} right={right} /> : null}
      {clash ? (
        <ConflictPanel
          of={clash.of}
          message={clash.message}
          clashes={clash.fields}
          onTake={state.take}
          show={show}
        />
      ) : null}
      <Shown value={state}>{children}</Shown>
    </Form>
  )
}
