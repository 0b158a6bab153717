import { useState } from 'react'
import { App, Form, Input } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { SelfEdit, type PassportInfo } from '@kaibo/contract/auth/auth.schema.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { rememberInfo } from '#client/session.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { InlineForm } from '#kit/form/inline-form.tsx'
import { AvatarField } from '#kit/upload/avatar-field.tsx'
import '../profile.i18n.ts'

const { Field } = fieldsOf(authApi.editSelf)

export function PersonForm({ info: { user, phone } }: { info: PassportInfo }) {
  const t = useText('profile')
  const { message } = App.useApp()
  return (
    <InlineForm
      schema={SelfEdit}
      initial={{ nickname: user.nickname, phone }}
      submit={t('save')}
      onSubmit={(person) => call(authApi.editSelf, person, { silent: true })}
      onSaved={(saved) => {
        rememberInfo(saved)
        void message.success(t('saved'))
      }}
    >
      <Form.Item label={t('username')}>{user.username}</Form.Item>
      <Field name="avatar">
        <Picture now={user.avatar} />
      </Field>
      <Field name="nickname">
        <Input maxLength={20} />
      </Field>
      <Field name="phone">
        <Input maxLength={20} />
      </Field>
    </InlineForm>
  )
}

interface PictureProps {
  /** The saved picture. */
  now: string | null
  /** The uploaded picture that is not saved yet. */
  value?: string | null
  onChange?: (upload_id: string) => void
}

function Picture({ now, value, onChange }: PictureProps) {
  const [uploaded, setUploaded] = useState<{ upload_id: string; url: string }>()
  const shown = uploaded && uploaded.upload_id === value ? uploaded.url : now
  return (
    <AvatarField
      value={shown}
      onUploaded={(upload_id, url) => {
        setUploaded({ upload_id, url })
        onChange?.(upload_id)
      }}
    />
  )
}
