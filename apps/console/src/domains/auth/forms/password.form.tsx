import { App, Button, Form, Input } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { SelfEdit } from '@kaibo/contract/auth/auth.schema.ts'
import { strengthOf } from '@kaibo/contract/auth/password.rules.ts'
import { CallError } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { refresh, useAct } from '#client/query.ts'
import { rememberInfo, useSession } from '#client/session.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import { Field } from '#kit/form/field.tsx'
import '../profile.i18n.ts'

const tones = { weak: 'attention', fair: 'idle', good: 'ok' } as const satisfies Record<
  string,
  Tone
>

interface Typed {
  old_password: string
  password: string
}

/** The old password is asked for; how strong the new one is shows while it is typed. */
export function PasswordForm() {
  const t = useText('profile')
  const { message } = App.useApp()
  const { user } = useSession()
  const [form] = Form.useForm<Typed>()
  const typed = Form.useWatch('password', form) ?? ''
  const edit = useAct(authApi.editSelf, { silent: true })

  const send = async (values: Typed) => {
    try {
      rememberInfo(await edit.mutateAsync(values))
      refresh(authApi.actions)
      refresh(authApi.menus)
      form.resetFields()
      void message.success(t('password_done'))
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      const known = Object.entries(fields) as [keyof Typed, string][]
      form.setFields(known.map(([name, text]) => ({ name, errors: [text] })))
    }
  }
  const strength = strengthOf(typed, user?.username ?? '')
  const others = edit.error && Object.keys(edit.error.fields).length === 0 ? edit.error : null
  return (
    <Form form={form} layout="vertical" onFinish={(values) => void send(values)}>
      <Field schema={SelfEdit} name="old_password">
        <Input.Password autoComplete="current-password" />
      </Field>
      <Field schema={SelfEdit} name="password" help={t('password_hint')}>
        <Input.Password autoComplete="new-password" />
      </Field>
      {typed ? <Status tone={tones[strength]}>{t(`strength_${strength}`)}</Status> : null}
      {others ? (
        <p className="form-fault" role="alert">
          {others.message}
        </p>
      ) : null}
      <p>
        <Button type="primary" htmlType="submit" loading={edit.isPending}>
          {t('password_save')}
        </Button>
      </p>
    </Form>
  )
}
