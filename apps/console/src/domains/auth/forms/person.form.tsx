import { useState } from 'react'
import { App, Button, Form, Input } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { SelfEdit, type PassportInfo } from '@kaibo/contract/auth/auth.schema.ts'
import { CallError } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { rememberInfo } from '#client/session.ts'
import { Field } from '#kit/form/field.tsx'
import { AvatarField } from '#kit/upload/avatar-field.tsx'
import '../profile.i18n.ts'

interface Typed {
  nickname: string
  phone: string
}

export function PersonForm({ info }: { info: PassportInfo }) {
  const t = useText('profile')
  const { message } = App.useApp()
  const [form] = Form.useForm<Typed>()
  const [picture, setPicture] = useState<{ upload_id: string; url: string }>()
  const edit = useAct(authApi.editSelf, { silent: true })

  const send = async (values: Typed) => {
    try {
      const avatar = picture ? { avatar: picture.upload_id } : {}
      rememberInfo(await edit.mutateAsync({ ...values, ...avatar }))
      setPicture(undefined)
      void message.success(t('saved'))
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      const known = Object.entries(fields) as [keyof Typed, string][]
      form.setFields(known.map(([name, text]) => ({ name, errors: [text] })))
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ nickname: info.user.nickname, phone: info.phone }}
      onFinish={(values) => void send(values)}
    >
      <AvatarField
        value={picture?.url ?? info.user.avatar}
        onUploaded={(upload_id, url) => setPicture({ upload_id, url })}
      />
      <p className="meta">
        {t('username')} {info.user.username}
      </p>
      <Field schema={SelfEdit} name="nickname">
        <Input maxLength={20} />
      </Field>
      <Field schema={SelfEdit} name="phone">
        <Input maxLength={20} />
      </Field>
      {edit.error && Object.keys(edit.error.fields).length === 0 ? (
        <p className="form-fault" role="alert">
          {edit.error.message}
        </p>
      ) : null}
      <Button type="primary" htmlType="submit" loading={edit.isPending}>
        {t('save')}
      </Button>
    </Form>
  )
}
