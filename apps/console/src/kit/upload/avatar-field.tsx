import { useRef, useState, type ChangeEvent } from 'react'
import { UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { UPLOAD_LIMITS } from '@kaibo/contract/upload/upload.schema.ts'
import { useText } from '#client/i18n.ts'
import { CropDialog } from './crop-dialog.tsx'
import { limitsText, refusalOf, useLimits } from './limits.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'
import './upload.i18n.ts'
import styles from './upload.module.css'
import textStyles from '#kit/text/text.module.css'

interface AvatarFieldProps {
  /** The address of the picture that is shown. */
  value: string | null
  /** A new picture is on the server; the form that holds this field has yet to save it. */
  onUploaded: (upload_id: string, url: string) => void
  disabled?: boolean
}

interface Picked {
  name: string
  /** The object URL of its bytes, revoked when it is no longer shown. */
  source: string
}

/** A person's picture: choose, crop to a square, upload. */
export function AvatarField({ value, onUploaded, disabled = false }: AvatarFieldProps) {
  const t = useText('upload')
  const limits = useLimits('avatar')
  const picker = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<Picked>()
  const [fault, setFault] = useState<string>()
  const upload = useUpload('avatar', ({ upload_id, url }) => onUploaded(upload_id, url))

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    // Otherwise choosing the same file again would not fire a change event.
    target.value = ''
    if (!chosen) return
    // Cancels an upload that is still running.
    upload.cancel()
    const refusal = refusalOf(chosen, limits, t)
    setFault(refusal)
    if (!refusal) setPicked({ name: chosen.name, source: URL.createObjectURL(chosen) })
  }
  const putAway = () => {
    if (picked) URL.revokeObjectURL(picked.source)
    setPicked(undefined)
  }
  return (
    <div className={styles.avatar}>
      {value ? (
        <img className={styles.face} src={value} alt={t('avatar')} />
      ) : (
        <span className={styles.face} role="img" aria-label={t('no_avatar')}>
          <UserOutlined />
        </span>
      )}
      <div className={styles.side}>
        <input
          ref={picker}
          className={textStyles.hidden}
          type="file"
          accept={limits.types.join(',')}
          aria-label={t('choose')}
          tabIndex={-1}
          onChange={choose}
        />
        <Button disabled={disabled} onClick={() => picker.current?.click()}>
          {t('change')}
        </Button>
        <p className={textStyles.meta}>{limitsText(limits, t)}</p>
        {fault ? (
          <p className={textStyles.fault} role="alert">
            {fault}
          </p>
        ) : null}
        <UploadProgress {...upload} />
      </div>
      {picked ? (
        <CropDialog
          source={picked.source}
          side={limits.keep_side ?? UPLOAD_LIMITS.avatar.keep_side}
          onCut={(square) => {
            putAway()
            upload.start(square, picked.name)
          }}
          onUnreadable={() => {
            putAway()
            setFault(t('unreadable'))
          }}
          onClose={putAway}
        />
      ) : null}
    </div>
  )
}
