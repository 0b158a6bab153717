import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Modal } from 'antd'
import type * as z from 'zod/mini'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { FIRST_FIELD, FormBody } from './form-body.tsx'
import { useFormState, type FormSettings } from './form-state.ts'
import { SubmitButton } from './submit-button.tsx'
import { LeaveGuard, useLeave } from './leave-guard.tsx'
import styles from './form.module.css'

export interface DialogFormProps<S extends z.ZodMiniObject, Saved> extends FormSettings<S, Saved> {
  title: string
  /** The submit button's text says what happens: 保存直播间, not 确定. */
  submit: string
  onClose: () => void
  /** The right to see such records. */
  right?: string | undefined
  show?: ((name: string, value: unknown) => string | undefined) | undefined
  /** Over the fields. */
  head?: ReactNode
  children: ReactNode
}

/** A form in a dialog, 640 wide: errors below their fields, a question before unsaved input is lost. */
export function DialogForm<S extends z.ZodMiniObject, Saved>(props: DialogFormProps<S, Saved>) {
  return (
    <LeaveGuard onLeave={props.onClose}>
      <Dialog {...props} />
    </LeaveGuard>
  )
}

function Dialog<S extends z.ZodMiniObject, Saved>(props: DialogFormProps<S, Saved>) {
  const { title, submit, right, show, head, children } = props
  const t = useText('form')
  const state = useFormState(props, title)
  const leave = useLeave()
  const body = useRef<HTMLDivElement>(null)
  useFocusBack()
  return (
    <Modal
      open
      className={styles.dialog}
      title={title}
      width={WIDTH.dialog}
      onCancel={leave}
      mask={{ closable: false }}
      afterOpenChange={(isOpen) => {
        // By default antd focuses the dialog's close button.
        if (isOpen) body.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
      }}
      footer={
        <>
          <Button onClick={leave}>{t('cancel')}</Button>
          <SubmitButton form={state.id} sending={state.sending}>
            {submit}
          </SubmitButton>
        </>
      }
    >
      {head}
      <div ref={body}>
        <FormBody state={state} right={right} show={show}>
          {children}
        </FormBody>
      </div>
    </Modal>
  )
}

/** antd restores the focus after its closing animation only; a dialog that is unmounted must do it itself. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}
