import { useState } from 'react'
import { InputNumber, Select } from 'antd'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { KNOWN_MODELS, MAX_NATURAL_PORTS } from '@kaibo/contract/voice/voice.rules.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { VoiceGender } from '@kaibo/contract/voice/voice.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { RecordForm } from '#kit/form/record-form.tsx'
import { LicenceField } from '../parts/licence-field.tsx'
import { ModelAddress } from '../parts/model-address.tsx'
import { ModelFile } from '../parts/model-file.tsx'
import styles from '../voice.module.css'
import '../voice.i18n.ts'

const { Field, TextField } = fieldsOf(voiceApi.addNatural)
const NATURAL = words('自然语音', 'Natural voice')

interface NaturalFormProps {
  onClose: () => void
  onSaved: (row: ResourceRow) => void
}

/** A model with its server and its first voice. What is to be known of a model's licence depends on which one it is. */
export function NaturalForm({ onClose, onSaved }: NaturalFormProps) {
  const t = useText('voice')
  const lang = useLanguage()
  const [file, setFile] = useState('')
  const known = KNOWN_MODELS.find((one) => one.file.test(file))
  const licence = known?.licence
    ? t('model_licence', { licence: known.licence })
    : t('model_licence_asked')
  return (
    <RecordForm<ResourceRow, typeof voiceApi.addNatural, typeof voiceApi.saveResource>
      create={voiceApi.addNatural}
      edit={voiceApi.saveResource}
      of={({ resource_id }) => ({ id: resource_id })}
      noun={NATURAL}
      title={t('add_natural')}
      fresh={{ ports: 1, gender: VoiceGender.female, licence: NO_LICENCE }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <p className={styles.soft}>{t('natural_hint')}</p>
      <ul className={styles.models}>
        {KNOWN_MODELS.map(({ name, archive, sounds }) => (
          <li key={archive}>
            {name} <code>{archive}</code> <span className={styles.soft}>{sounds[lang]}</span>
          </li>
        ))}
      </ul>
      <Field name="upload_id">
        <ModelFile onFile={setFile} />
      </Field>
      <Field name="url" help={t('model_url_help')}>
        <ModelAddress onFile={setFile} />
      </Field>
      <TextField name="name" />
      <Field name="ports" help={t('natural_ports')}>
        <InputNumber min={1} max={MAX_NATURAL_PORTS} />
      </Field>
      <Field name="gender">
        <Select options={optionsOf(VoiceGender, lang)} />
      </Field>
      <FormPart title={t('licence')} />
      <Field name="licence" help={licence}>
        <LicenceField always />
      </Field>
    </RecordForm>
  )
}

const NO_LICENCE = { holder: '', expire_at: null, note: '' }
