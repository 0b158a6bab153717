import { Form } from 'antd'
import { ResourceKind } from '@kaibo/contract/voice/voice.enums.ts'
import { useText } from '#client/i18n.ts'
import { FileField } from '#kit/upload/file-field.tsx'
import '../voice.i18n.ts'

interface ResourceFileProps {
  value?: string
  onChange?: (upload_id: string) => void
}

const SENT_AS = {
  ref: 'ref_audio',
  lexicon: 'lexicon',
  model: 'model',
} as const satisfies Readonly<Record<ResourceKind, string>>

/** The file of a resource, sent as what its kind takes. */
export function ResourceFile({ onChange }: ResourceFileProps) {
  const t = useText('voice')
  const kind = Form.useWatch<ResourceKind | undefined>('kind') ?? ResourceKind.lexicon
  return (
    <>
      <FileField
        key={kind}
        label={t('upload')}
        kinds={[SENT_AS[kind]]}
        onUploaded={({ upload_id }) => onChange?.(upload_id)}
      />
      {kind === ResourceKind.lexicon ? t('lexicon_hint') : null}
    </>
  )
}
