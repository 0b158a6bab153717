import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { LiveAccountDraft } from '@kaibo/contract/live-account/live-account.schema.ts'
import { useAct } from '#client/query.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { CareFields, PlaceFields, PlatformFields } from '../parts/account-fields.tsx'
import { showPush } from '../push-once.ts'
import '../live-account.i18n.ts'

interface AddAccountProps {
  onAdded: (account_id: string) => void
  onClose: () => void
  /** With all that is known of an account; else with what a room needs of it. */
  whole?: boolean
}

export function AddAccount({ onAdded, onClose, whole = false }: AddAccountProps) {
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
        showPush(account.nickname, push, lang)
        return account.account_id
      }}
      onSaved={(account_id) => {
        onAdded(account_id)
        onClose()
      }}
      onClose={onClose}
    >
      <PlaceFields help={t('platform_hint')} />
      <PlatformFields />
      {whole ? <CareFields /> : null}
    </DialogForm>
  )
}
