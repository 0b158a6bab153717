import * as z from 'zod/mini'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf, oneOf } from '@kaibo/contract/kernel/enumeration.ts'
import { field } from '@kaibo/contract/kernel/field.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { neededBy } from '@kaibo/contract/live-account/live-account.rules.ts'
import {
  LiveAccountUpdate,
  type LiveAccountRow,
} from '@kaibo/contract/live-account/live-account.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { optionLists, useOptionName } from '#domains/lookup/lookup.options.ts'
import {
  CareFields,
  CredentialsPart,
  PlaceFields,
  PlatformFields,
} from '../parts/account-fields.tsx'
import { AddAccount } from './add-account.form.tsx'
import '../live-account.i18n.ts'

const { account_id: _, version: __, ...shape } = LiveAccountUpdate.shape
const Edited = z.object({
  ...shape,
  clear: z.optional(field(words('清除已填的凭据', 'Clear what was entered'), oneOf(IsOrNot))),
})
const { Field } = fieldsFor<z.input<typeof Edited>>()

/** An account as it is: what a platform was given in secret is typed anew, or stays. */
export function LiveAccountForm({ row, onClose }: RecordFormProps<LiveAccountRow>) {
  const said = useText('live-account')
  const lang = useLanguage()
  const orgName = useOptionName(optionLists.orgs)
  if (!row) return <AddAccount whole onAdded={() => {}} onClose={onClose} />
  return (
    <RecordForm
      row={row}
      create={liveAccountApi.add}
      edit={liveAccountApi.update}
      of={({ account_id }) => ({ account_id })}
      noun={nouns.liveAccount}
      called={row.nickname}
      schema={Edited}
      asInput={asInput}
      asCall={asCall}
      show={(name, value) =>
        name === 'org_id'
          ? orgName(String(value))
          : name === 'platform'
            ? labelOf(PLATFORMS, String(value), lang)
            : undefined
      }
      onClose={onClose}
    >
      <PlaceFields help={said('platform_fixed')} />
      <CareFields />
      {neededBy(row.platform).length > 0 ? (
        <>
          <CredentialsPart />
          <p>{said('kept_secret')}</p>
          <PlatformFields />
          <Field name="clear">
            <Flag />
          </Field>
        </>
      ) : null}
    </RecordForm>
  )
}

type Edit = InputOf<typeof liveAccountApi.update>

const asInput = (row: LiveAccountRow): z.input<typeof Edited> => ({
  platform: row.platform,
  nickname: row.nickname,
  platform_uid: row.platform_uid,
  platform_room_id: row.platform_room_id,
  room_url: row.room_url,
  org_id: row.org.id,
  area: row.area,
  tag: row.tag,
  // Of an older version only its beginning and end are known.
  ...(row.phone.includes('*') ? {} : { phone: row.phone }),
})

/** Only the secrets that were typed are sent. */
function asCall({ clear, credentials, ...draft }: z.input<typeof Edited>): Edit {
  const typed = Object.entries(credentials ?? {}).filter(([, value]) => value)
  return {
    ...draft,
    ...(clear && { credentials: null }),
    ...(!clear && typed.length > 0 && { credentials: Object.fromEntries(typed) }),
  } as Edit
}
