import { useText } from '#client/i18n.ts'
import { FileField } from '#kit/upload/file-field.tsx'
import '../voice.i18n.ts'

interface ModelFileProps {
  value?: string
  onChange?: (upload_id: string) => void
  /** What the file is called, as soon as it is there. */
  onFile: (name: string) => void
}

/** The archive of a model, sent in parts: what broke off goes on where it was. */
export function ModelFile({ onChange, onFile }: ModelFileProps) {
  const t = useText('voice')
  return (
    <FileField
      label={t('model_file')}
      kinds={['model']}
      onUploaded={({ upload_id }, { name }) => {
        onChange?.(upload_id)
        onFile(name)
      }}
    />
  )
}
