import { Select } from 'antd'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { ResourceKind } from '@kaibo/contract/voice/voice.enums.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { ResourceFile } from '../parts/resource-file.tsx'

const { Field, TextField } = fieldsOf(voiceApi.saveResource)

/** A resource; another file is its next revision. A model is added with its voice. */
export function ResourceForm({ row, onClose }: RecordFormProps<ResourceRow>) {
  const lang = useLanguage()
  return (
    <RecordForm
      row={row}
      create={voiceApi.saveResource}
      edit={voiceApi.saveResource}
      of={({ resource_id }) => ({ id: resource_id })}
      noun={nouns.voiceResource}
      fresh={{ kind: ResourceKind.lexicon }}
      asInput={({ name, kind }) => ({ name, kind })}
      onClose={onClose}
    >
      <TextField name="name" />
      <Field name="kind">
        <Select
          options={optionsOf(ResourceKind, lang).filter(
            ({ value }) => row !== undefined || value !== ResourceKind.model,
          )}
          disabled={row !== undefined}
        />
      </Field>
      <Field name="upload_id" required={!row}>
        <ResourceFile />
      </Field>
    </RecordForm>
  )
}
