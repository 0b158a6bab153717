import { Form, Input, Select } from 'antd'
import { PLATFORMS, type Platform } from '@kaibo/contract/facts/platforms.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { neededBy } from '@kaibo/contract/live-account/live-account.rules.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { AreaInput, OrgSelect } from '#domains/lookup/parts/people-selects.tsx'
import '../live-account.i18n.ts'

const { Field, TextField } = fieldsOf(liveAccountApi.add, liveAccountApi.update)

/** Where an account is on its platform. */
export function PlaceFields({ help }: { help: string }) {
  const t = useText('live-account')
  const lang = useLanguage()
  return (
    <>
      <Field name="platform" help={help}>
        <Select options={optionsOf(PLATFORMS, lang)} />
      </Field>
      <TextField name="nickname" />
      <Field name="platform_uid" help={t('uid_hint')}>
        <Input maxLength={64} inputMode="numeric" />
      </Field>
    </>
  )
}

/** What a platform asks for beside: its room, and what is never shown again. */
export function PlatformFields() {
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

/** Who looks after it, and how it is reached. */
export function CareFields() {
  const t = useText('live-account')
  return (
    <>
      <TextField name="phone" help={t('phone_hint')} autoComplete="off" />
      <TextField name="tag" help={t('tag_hint')} />
      <TextField name="room_url" />
      <Field name="area">
        <AreaInput />
      </Field>
      <Field name="org_id" help={t('org_hint')}>
        <OrgSelect />
      </Field>
    </>
  )
}

export const CredentialsPart = () => (
  <FormPart title={useText('live-account')('part_credentials')} />
)
