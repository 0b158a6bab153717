import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { GatewayRow, GatewaySaved } from '@kaibo/contract/live-account/sms.schema.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { currentLanguage } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { showOnce } from '#kit/once/shown-once.tsx'
import { OrgSelect } from '#domains/lookup/parts/people-selects.tsx'
import { addressesOf } from '../gateway.addresses.ts'
import '../sms.i18n.ts'

const words = wordsOf('sms')
const { Field, TextField } = fieldsOf(liveAccountApi.saveGateway)

interface GatewayFormProps {
  row?: GatewayRow | undefined
  onClose: () => void
}

/** A phone that sends its text messages in. Its secret is shown when it was made. */
export function GatewayForm({ row, onClose }: GatewayFormProps) {
  const t = useText('sms')
  const save = useAct(liveAccountApi.saveGateway, { silent: true })
  return (
    <DialogForm
      schema={liveAccountApi.saveGateway.input}
      title={t(row ? 'edit' : 'add')}
      submit={t(row ? 'edit' : 'add')}
      initial={row ? { name: row.name, phone: row.phone, enabled: row.enabled } : { enabled: 1 }}
      onSubmit={async (values) => {
        const own = row ? { id: row.id, version: row.version } : {}
        const saved = await save.mutateAsync({ ...values, ...own })
        showSecret(saved)
        return saved
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="phone" help={t('phone_hint')} autoComplete="off" />
      {row ? null : (
        <Field name="org_id" help={t('org_hint')} label={nouns.org[currentLanguage()]}>
          <OrgSelect />
        </Field>
      )}
      <Field name="enabled">
        <Flag />
      </Field>
    </DialogForm>
  )
}

/** What the phone needs, shown this once: nothing where no secret was made. */
export function showSecret(saved: GatewaySaved): void {
  if (saved.secret === null) return
  const lang = currentLanguage()
  const { forwarder } = addressesOf(saved)
  showOnce({
    title: words('secret_title', { name: saved.name })[lang],
    hint: words('secret_hint')[lang],
    lines: [
      { label: words('address')[lang], text: forwarder },
      { label: words('secret')[lang], text: saved.secret },
    ],
    done: words('done')[lang],
  })
}
