import { useState } from 'react'
import { Form, Input, Modal, Select } from 'antd'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { Credentials, LiveAccountDraft } from '@kaibo/contract/live-account/live-account.schema.ts'
import { neededBy } from '@kaibo/contract/live-account/live-account.rules.ts'
import { PLATFORMS, type Platform } from '@kaibo/contract/facts/platforms.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { refresh, useAct } from '#client/query.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { Field } from '#kit/form/field.tsx'
import { labelFor } from '#kit/form/rules.ts'
import '../live-account.i18n.ts'

type Added = DataOf<typeof liveAccountApi.add>

interface AddAccountProps {
  onAdded: (account_id: string) => void
  onClose: () => void
}

export function AddAccount({ onAdded, onClose }: AddAccountProps) {
  const t = useText('live-account')
  const lang = useLanguage()
  const add = useAct(liveAccountApi.add, { silent: true })
  const [added, setAdded] = useState<Added>()

  if (added) return <PushSecret added={added} onClose={onClose} />
  return (
    <DialogForm
      schema={LiveAccountDraft}
      title={t('title')}
      submit={t('save')}
      cancel={t('cancel')}
      initial={{ platform: 'bilibili' }}
      onSubmit={(values) => add.mutateAsync(values)}
      onSaved={(result) => {
        refresh(lookupApi.liveAccounts)
        refresh(liveAccountApi.list)
        onAdded(result.account.account_id)
        setAdded(result)
      }}
      onClose={onClose}
    >
      <Field name="platform" help={t('platform_hint')}>
        <Select options={optionsOf(PLATFORMS, lang)} />
      </Field>
      <Field name="nickname">
        <Input maxLength={40} />
      </Field>
      <Field name="platform_uid" help={t('uid_hint')}>
        <Input maxLength={64} inputMode="numeric" />
      </Field>
      <PlatformFields />
    </DialogForm>
  )
}

function PlatformFields() {
  const t = useText('live-account')
  const platform = Form.useWatch<Platform | undefined>('platform')
  if (!platform) return null
  return neededBy(platform).map((name) =>
    name === 'platform_room_id' ? (
      <Field key={name} name={name} help={t('douyin_room_hint')}>
        <Input maxLength={64} />
      </Field>
    ) : (
      <Form.Item key={name} name={['credentials', name]} label={labelFor(Credentials, name)}>
        <Input.Password maxLength={500} autoComplete="off" />
      </Form.Item>
    ),
  )
}

/** The generic push's key and secret, this once. */
function PushSecret({ added, onClose }: { added: Added; onClose: () => void }) {
  const t = useText('live-account')
  return (
    <Modal
      open
      title={t('push_title', { name: added.account.nickname })}
      width={WIDTH.modal}
      onCancel={onClose}
      onOk={onClose}
      okText={t('done')}
      cancelButtonProps={{ hidden: true }}
    >
      <p>{t('push_hint')}</p>
      <CopyLine label={t('push_key')} text={added.push.key} copy={t('copy')} copied={t('copied')} />
      <CopyLine
        label={t('push_secret')}
        text={added.push.secret}
        copy={t('copy')}
        copied={t('copied')}
      />
    </Modal>
  )
}
