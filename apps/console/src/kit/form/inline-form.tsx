import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { FormBody } from './form-body.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useFormState, type FormSettings } from './form-state.ts'
import styles from './form.module.css'

interface InlineFormProps<S extends z.ZodMiniObject, Saved> extends FormSettings<S, Saved> {
  submit: string
  /** Content beside the submit button. */
  aside?: ReactNode
  children: ReactNode
}

/** A form within a page or drawer, with its submit button below; it stays open after saving. */
export function InlineForm<S extends z.ZodMiniObject, Saved>(props: InlineFormProps<S, Saved>) {
  const { submit, aside, onSaved, children } = props
  const [saves, setSaves] = useState(0)
  const state = useFormState(
    {
      ...props,
      onSaved: (saved) => {
        onSaved(saved)
        setSaves(saves + 1)
      },
    },
    submit,
  )
  // Reset once `initial` holds the saved values: clears passwords and the unsaved mark.
  const renew = useEffectEvent(state.renew)
  useEffect(() => {
    if (saves > 0) renew()
  }, [saves])
  return (
    <FormBody state={state}>
      {children}
      <p className={styles.acts}>
        <SubmitButton sending={state.sending}>{submit}</SubmitButton>
        {aside}
      </p>
    </FormBody>
  )
}
