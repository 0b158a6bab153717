import { App, Form, Input } from 'antd'
import * as z from 'zod/mini'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { SelfEdit } from '@kaibo/contract/auth/auth.schema.ts'
import { strengthOf } from '@kaibo/contract/auth/password.rules.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { refresh } from '#client/query.ts'
import { rememberInfo, useSession } from '#client/session.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { InlineForm } from '#kit/form/inline-form.tsx'
import { Status, type Tone } from '#kit/status/status.tsx'
import '../profile.i18n.ts'

const tones = { weak: 'attention', fair: 'idle', good: 'ok' } as const satisfies Record<
  string,
  Tone
>

const { old_password, password } = SelfEdit.shape
/** Makes both passwords required, which are optional in `editSelf`. */
const PasswordChange = z.object({
  old_password: old_password._zod.def.innerType,
  password: password._zod.def.innerType,
})
const { Field } = fieldsFor<z.input<typeof PasswordChange>>()

/** Asks for the old password; shows the strength of the new one while it is typed. */
export function PasswordForm() {
  const t = useText('profile')
  const { message } = App.useApp()
  return (
    <InlineForm
      schema={PasswordChange}
      initial={{}}
      submit={t('password_save')}
      onSubmit={(change) => call(authApi.editSelf, change, { silent: true })}
      onSaved={(info) => {
        rememberInfo(info)
        refresh(authApi.actions)
        refresh(authApi.menus)
        void message.success(t('password_done'))
      }}
    >
      <Field name="old_password">
        <Input.Password autoComplete="current-password" />
      </Field>
      <Field name="password" help={<Strength />}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </InlineForm>
  )
}

function Strength() {
  const t = useText('profile')
  const { user } = useSession()
  const typed = Form.useWatch<string | undefined>('password')
  if (!typed) return t('password_hint')
  const strength = strengthOf(typed, user?.username ?? '')
  return <Status tone={tones[strength]}>{t(`strength_${strength}`)}</Status>
}
