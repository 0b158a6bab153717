import { OnlineButton } from '#kit/action/online-button.tsx'

interface SubmitButtonProps {
  /** The form's id, where the button stands outside of it. */
  form?: string
  sending: boolean
  children: string
}

/** Sends a form; while the server cannot be reached it says so, and what is typed stays. */
export const SubmitButton = ({ form, sending, children }: SubmitButtonProps) => (
  <OnlineButton type="primary" htmlType="submit" loading={sending} {...(form && { form })}>
    {children}
  </OnlineButton>
)
