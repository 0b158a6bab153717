import { useText } from '#client/i18n.ts'
import { Status } from '#kit/status/status.tsx'
import { SheetField } from '#kit/upload/sheet-field.tsx'

interface ResourceFileProps {
  value?: string
  onChange?: (upload_id: string) => void
}

/** The file of a lexicon: a sheet of words and how they are read. */
export function ResourceFile({ value, onChange }: ResourceFileProps) {
  const t = useText('voice')
  return (
    <>
      <SheetField onUploaded={(upload_id) => onChange?.(upload_id)} />
      {value ? <Status tone="ok">{t('uploaded')}</Status> : null}
    </>
  )
}
