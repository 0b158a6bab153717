import { Button } from 'antd'
import { useSpeak } from '#client/language.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { useOffline } from '#kit/action/use-can-act.ts'

interface SubmitButtonProps {
  /** The form's id, where the button stands outside of it. */
  form?: string
  sending: boolean
  children: string
}

/** Sends a form; while the server cannot be reached it says so, and what is typed stays. */
export function SubmitButton({ form, sending, children }: SubmitButtonProps) {
  const offline = useOffline()
  const speak = useSpeak()
  if (offline)
    return (
      <RefusedButton type="primary" reason={speak(offline)}>
        {children}
      </RefusedButton>
    )
  return (
    <Button type="primary" htmlType="submit" loading={sending} {...(form && { form })}>
      {children}
    </Button>
  )
}
