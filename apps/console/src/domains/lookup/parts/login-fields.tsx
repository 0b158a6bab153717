import { Input } from 'antd'
import { useText } from '#client/i18n.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import '../lookup.i18n.ts'

const { Field, TextField } = fieldsFor<{ username: string; password: string }>()

/** Username and password of a new account. */
export function LoginFields() {
  const t = useText('lookup')
  return (
    <>
      <TextField name="username" help={t('username_hint')} autoComplete="off" />
      <Field name="password" help={t('password_hint')}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </>
  )
}
