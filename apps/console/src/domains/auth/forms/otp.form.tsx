import { Button, Input } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { OtpConfirm, PasswordProof } from '@kaibo/contract/auth/auth.schema.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { Field } from '#kit/form/field.tsx'
import { InlineForm } from '#kit/form/inline-form.tsx'
import { useLeave } from '#kit/form/leave-guard.tsx'
import '../profile.i18n.ts'

interface ProofFormProps<Answer> {
  /** What is asked for with the password. */
  ask: (proof: { password: string }) => Promise<Answer>
  onAnswer: (answer: Answer) => void
}

/** The password first: a console left open is not enough to change how its person logs in. */
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

/** The first code of the app that was just bound. Answers the recovery codes. */
export function BindForm({ onBound }: { onBound: (codes: readonly string[]) => void }) {
  const t = useText('profile')
  return (
    <InlineForm
      schema={OtpConfirm}
      initial={{}}
      submit={t('otp_confirm')}
      onSubmit={(code) => call(authApi.otpConfirm, code, { silent: true })}
      onSaved={({ recovery_codes }) => onBound(recovery_codes)}
    >
      <Field name="otp" label={t('otp_code')}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
      </Field>
    </InlineForm>
  )
}
