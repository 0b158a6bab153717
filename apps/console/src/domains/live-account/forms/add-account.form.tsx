import { Form, Input, Select } from 'antd'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { LiveAccountDraft } from '@kaibo/contract/live-account/live-account.schema.ts'
import { neededBy } from '@kaibo/contract/live-account/live-account.rules.ts'
import { PLATFORMS, type Platform } from '@kaibo/contract/facts/platforms.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useAct } from '#client/query.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { showOnce } from '#kit/once/shown-once.tsx'
import '../live-account.i18n.ts'

const { Field } = fieldsOf(liveAccountApi.add)

interface AddAccountProps {
  onAdded: (account_id: string) => void
  onClose: () => void
}

export function AddAccount({ onAdded, onClose }: AddAccountProps) {
  const t = useText('live-account')
  const lang = useLanguage()
  const add = useAct(liveAccountApi.add, { silent: true })

  return (
    <DialogForm
      schema={LiveAccountDraft}
      title={t('title')}
      submit={t('save')}
      initial={{ platform: 'bilibili' }}
      onSubmit={async (values) => {
        const { account, push } = await add.mutateAsync(values)
        // The generic push's key and secret; shown even if the form was closed meanwhile.
        showOnce({
          title: t('push_title', { name: account.nickname }),
          hint: t('push_hint'),
          lines: [
            { label: t('push_key'), text: push.key },
            { label: t('push_secret'), text: push.secret },
          ],
          done: t('done'),
        })
        return account.account_id
      }}
      onSaved={(account_id) => {
        onAdded(account_id)
        onClose()
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
      <Field key={name} name={`credentials.${name}`}>
        <Input.Password maxLength={500} autoComplete="off" />
      </Field>
    ),
  )
}
