import { useRef, useState, type ChangeEvent } from 'react'
import { Button } from 'antd'
import { XLSX_TYPE } from '@kaibo/contract/upload/upload.rules.ts'
import { useText } from '#client/i18n.ts'
import { limitsText, refusalOf, useLimits } from './limits.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'
import './upload.i18n.ts'
import styles from './upload.module.css'
import textStyles from '#kit/text/text.module.css'

interface SheetFieldProps {
  /** The sheet is on the server, which has read its cells. */
  onUploaded: (upload_id: string) => void
}

/** Sends a sheet (xlsx, csv) that something is to be read from. */
export function SheetField({ onUploaded }: SheetFieldProps) {
  const t = useText('upload')
  const limits = useLimits('sheet')
  const picker = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const upload = useUpload('sheet', ({ upload_id }) => onUploaded(upload_id))

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    // Otherwise choosing the same file again would not fire a change event.
    target.value = ''
    if (!chosen) return
    upload.cancel()
    const file = new File([chosen], chosen.name, { type: typeOf(chosen) })
    const refusal = refusalOf(file, limits, t)
    setFault(refusal)
    if (!refusal) upload.start(file, file.name)
  }
  return (
    <div className={styles.sheet}>
      <input
        ref={picker}
        className={textStyles.hidden}
        type="file"
        accept=".xlsx,.csv"
        aria-label={t('choose_sheet')}
        tabIndex={-1}
        onChange={choose}
      />
      <Button onClick={() => picker.current?.click()}>{t('import_sheet')}</Button>
      <span className={textStyles.meta}>{limitsText(limits, t)}</span>
      {fault ? (
        <p className={textStyles.fault} role="alert">
          {fault}
        </p>
      ) : null}
      <UploadProgress {...upload} />
    </div>
  )
}

/** What a browser says of a csv depends on what is installed there. */
const typeOf = ({ name, type }: File): string =>
  /\.csv$/i.test(name) ? 'text/csv' : /\.xlsx$/i.test(name) ? XLSX_TYPE : type
