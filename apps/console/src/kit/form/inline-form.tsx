import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Button } from 'antd'
import type * as z from 'zod/mini'
import { FormBody } from './form-body.tsx'
import { useFormState, type FormSettings } from './form-state.ts'
import styles from './form.module.css'

interface InlineFormProps<S extends z.ZodMiniObject, Saved> extends FormSettings<S, Saved> {
  submit: string
  /** Beside the submit. */
  aside?: ReactNode
  children: ReactNode
}

/** A form that stays: in the page, or among others in a drawer, with its submit under it. */
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
  // Once what was saved has come back in `initial`: passwords are gone, and nothing is unsaved.
  const renew = useEffectEvent(state.renew)
  useEffect(() => {
    if (saves > 0) renew()
  }, [saves])
  return (
    <FormBody state={state}>
      {children}
      <p className={styles.acts}>
        <Button type="primary" htmlType="submit" loading={state.sending}>
          {submit}
        </Button>
        {aside}
      </p>
    </FormBody>
  )
}
