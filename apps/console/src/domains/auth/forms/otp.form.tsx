import { Button, Input } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { OtpConfirm, PasswordProof } from '@kaibo/contract/auth/auth.schema.ts'
import { useText } from '#client/i18n.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { InlineForm } from '#kit/form/inline-form.tsx'
import { useLeave } from '#kit/form/leave-guard.tsx'
import '../profile.i18n.ts'

const { Field } = fieldsOf(authApi.otpBegin, authApi.otpConfirm)

interface ProofFormProps<Answer> {
  /** The values that are sent along with the password. */
  ask: (proof: { password: string }) => Promise<Answer>
  onAnswer: (answer: Answer) => void
}

/** Asks for the password, so that an unattended console cannot be used to change the login. */
export function ProofForm<Answer>({ ask, onAnswer }: ProofFormProps<Answer>) {
  const t = useText('profile')
  const leave = useLeave()
  return (
    <InlineForm
      schema={PasswordProof}
      initial={{}}
      submit={t('go')}
      aside={<Button onClick={leave}>{t('cancel')}</Button>}
      onSubmit={ask}
      onSaved={onAnswer}
    >
      <Field name="password" label={t('otp_proof')}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Field>
    </InlineForm>
  )
}

interface BindFormProps {
  ask: (code: { otp: string }) => Promise<void>
  onAnswer: () => void
}

/** The first code of the app that was just bound. */
export function BindForm({ ask, onAnswer }: BindFormProps) {
  const t = useText('profile')
  return (
    <InlineForm
      schema={OtpConfirm}
      initial={{}}
      submit={t('otp_confirm')}
      onSubmit={ask}
      onSaved={onAnswer}
    >
      <Field name="otp" label={t('otp_code')}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
      </Field>
    </InlineForm>
  )
}
