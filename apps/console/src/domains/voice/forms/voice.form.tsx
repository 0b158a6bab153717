import { Input, InputNumber, Select } from 'antd'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { VoiceGender } from '@kaibo/contract/voice/voice.enums.ts'
import { type VoiceRow } from '@kaibo/contract/voice/voice.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { OptionSelect } from '#kit/select/option-select.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { LicenceField } from '../parts/licence-field.tsx'
import { RefSelect } from '../parts/ref-select.tsx'
import { ServerSelect } from '../parts/server-select.tsx'
import '../voice.i18n.ts'

const { Field, TextField } = fieldsOf(voiceApi.add, voiceApi.edit)

/** A voice: on which servers, what they call it, how it sounds and who allows it. */
export function VoiceForm({ row, onClose }: RecordFormProps<VoiceRow>) {
  const t = useText('voice')
  const lang = useLanguage()
  const seesAll = !useSession().info?.org
  return (
    <RecordForm
      row={row}
      create={voiceApi.add}
      edit={voiceApi.edit}
      of={({ voice_id }) => ({ voice_id })}
      noun={nouns.voice}
      fresh={{
        licence: null,
        lang: 'zh-CN',
        gender: VoiceGender.female,
        speed: 1,
        pitch: 0,
        volume: 1,
      }}
      asInput={(voice) => ({
        name: voice.name,
        server_ids: voice.servers.map(({ id }) => id),
        engine_voice: voice.engine_voice,
        lang: voice.lang,
        gender: voice.gender,
        speed: voice.speed,
        pitch: voice.pitch,
        volume: voice.volume,
        extra: voice.extra,
        org_id: voice.org?.id ?? null,
        licence: voice.licence,
        ref_id: voice.ref_id,
        ref_text: voice.ref_text,
      })}
      onClose={onClose}
    >
      <TextField name="name" />
      <Field name="server_ids">
        <ServerSelect />
      </Field>
      <TextField name="engine_voice" help={t('engine_hint')} />
      <TextField name="lang" />
      <Field name="gender">
        <Select options={optionsOf(VoiceGender, lang)} />
      </Field>
      <FormPart title={t('params')} />
      <Field name="speed">
        <InputNumber min={0.5} max={2} step={0.1} />
      </Field>
      <Field name="pitch">
        <InputNumber min={-10} max={10} />
      </Field>
      <Field name="volume">
        <InputNumber min={0} max={1} step={0.1} />
      </Field>
      <Field name="extra" help={t('extra_hint')}>
        <Input.TextArea maxLength={2_000} autoSize />
      </Field>
      <FormPart title={t('copied')} />
      <Field name="ref_id" help={t('copied_hint')}>
        <RefSelect />
      </Field>
      <TextField name="ref_text" />
      <FormPart title={t('licence')} />
      <Field name="licence">
        <LicenceField />
      </Field>
      {seesAll ? (
        <Field name="org_id" help={t('org_hint')}>
          <OptionSelect from={optionLists.orgs} allowClear />
        </Field>
      ) : null}
    </RecordForm>
  )
}
