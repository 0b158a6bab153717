import { Form, Input, InputNumber, Select } from 'antd'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { SoundFormat, VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import { MAX_NATURAL_PORTS } from '@kaibo/contract/voice/voice.rules.ts'
import { MAX_PORTS, type ServerRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import '../voice.i18n.ts'

const { Field, TextField, ChoiceField } = fieldsOf(voiceApi.saveServer)

/** A server that is asked for sound. The built-in one has ports only. */
export function ServerForm({ row, onClose }: RecordFormProps<ServerRow>) {
  const t = useText('voice')
  const lang = useLanguage()
  const provider = row?.provider ?? VoiceProvider.openai
  return (
    <RecordForm
      row={row}
      create={voiceApi.saveServer}
      edit={voiceApi.saveServer}
      of={({ server_id }) => ({ id: server_id })}
      noun={nouns.voiceServer}
      fresh={{ provider, ports: 1, format: SoundFormat.wav, enabled: OpenStatus.open, swap: 0 }}
      asInput={(server) => ({
        name: server.name,
        provider: server.provider,
        base_url: server.base_url,
        model: server.model,
        ports: server.ports,
        swap: server.swap,
        format: server.format,
        publish_url: server.publish_url,
        enabled: server.enabled,
      })}
      onClose={onClose}
    >
      <Form.Item name="provider" hidden>
        <Input />
      </Form.Item>
      <TextField name="name" />
      {provider === VoiceProvider.openai ? (
        <>
          <TextField name="base_url" required help={t('address_hint')} />
          <Field name="api_key" help={row?.has_key ? t('key_kept') : undefined}>
            <Input.Password autoComplete="off" />
          </Field>
          <TextField name="model" required help={t('model_hint')} />
        </>
      ) : null}
      <Field name="ports">
        <InputNumber
          min={1}
          max={provider === VoiceProvider.natural ? MAX_NATURAL_PORTS : MAX_PORTS}
        />
      </Field>
      {provider === VoiceProvider.openai ? (
        <>
          <Field name="swap" help={t('swap_hint')}>
            <Flag />
          </Field>
          <Field name="format">
            <Select options={optionsOf(SoundFormat, lang)} />
          </Field>
          <TextField name="publish_url" help={t('publish_hint')} />
        </>
      ) : null}
      <ChoiceField name="enabled" options={optionsOf(OpenStatus, lang)} />
    </RecordForm>
  )
}
