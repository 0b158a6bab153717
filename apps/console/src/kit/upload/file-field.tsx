import { useRef, useState, type ChangeEvent } from 'react'
import { Button } from 'antd'
import {
  UPLOAD_LIMITS,
  type Upload,
  type UploadKind,
} from '@kaibo/contract/upload/upload.schema.ts'
import { useText } from '#client/i18n.ts'
import { limitsText, refusalOf, useLimits } from './limits.ts'
import { endingsOf, kindOfFile, withNamedType } from './named-type.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'
import './upload.i18n.ts'
import styles from './upload.module.css'
import textStyles from '#kit/text/text.module.css'

interface FileFieldProps {
  /** What it is for: its name to screen readers, and on its button. */
  label: string
  /** As what a file may be sent; which one it is its name says. */
  kinds: readonly [UploadKind, ...UploadKind[]]
  /** What the file that is there is called. */
  held?: string | undefined
  /** May refuse the file, in words, before it is sent. */
  check?: (file: File, kind: UploadKind) => Promise<string | undefined>
  /** The file is on the server, which has looked into it. */
  onUploaded: (upload: Upload, file: File, kind: UploadKind) => void
  disabled?: boolean
}

/** Sends one file: chosen, sent with its progress, looked into. What broke off goes on where it was. */
export function FileField({ label, kinds, held, check, onUploaded, disabled }: FileFieldProps) {
  const t = useText('upload')
  const [kind, setKind] = useState<UploadKind>(kinds[0])
  const [chosen, setChosen] = useState<File>()
  const [fault, setFault] = useState<string>()
  const limits = useLimits(kind)
  const picker = useRef<HTMLInputElement>(null)
  const last = useRef<{ file: File; kind: UploadKind }>(null)
  const upload = useUpload(kind, (done) => {
    if (last.current) onUploaded(done, last.current.file, last.current.kind)
  })

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = target.files?.[0]
    // Otherwise choosing the same file again would not fire a change event.
    target.value = ''
    if (!picked) return
    upload.cancel()
    const file = withNamedType(picked)
    const as = kindOfFile(file, kinds) ?? kinds[0]
    setKind(as)
    setChosen(undefined)
    const refusal = refusalOf(file, UPLOAD_LIMITS[as], t) ?? (await check?.(file, as))
    setFault(refusal)
    if (refusal) return
    last.current = { file, kind: as }
    setChosen(file)
    upload.start(file, file.name, as)
  }
  const name = chosen?.name ?? held
  return (
    <div className={styles.sheet}>
      <input
        ref={picker}
        className={textStyles.hidden}
        type="file"
        accept={endingsOf(kinds)}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <Button disabled={disabled} onClick={() => picker.current?.click()}>
        {held === undefined ? t('choose_file', { label }) : t('change_file', { label })}
      </Button>
      {name === undefined ? null : <span className={styles.name}>{name}</span>}
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
