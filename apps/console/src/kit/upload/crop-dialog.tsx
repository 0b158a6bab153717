import { useState } from 'react'
import { Modal, Skeleton } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { cutSquare, type Area } from './cut.ts'
import './upload.i18n.ts'
import textStyles from '#kit/text/text.module.css'
import styles from './upload.module.css'

const Cropper = lazily(async () => (await import('./cropper.tsx')).Cropper)

interface CropDialogProps {
  /** The picture's address. */
  source: string
  /** The longest side of the cropped square, in pixels. */
  side: number
  onCut: (square: Blob) => void
  onUnreadable: () => void
  onClose: () => void
}

/** Lets the person choose the visible square of a picture. */
export function CropDialog({ source, side, onCut, onUnreadable, onClose }: CropDialogProps) {
  const t = useText('upload')
  const [area, setArea] = useState<Area>()
  const [busy, setBusy] = useState(false)

  const cut = async () => {
    if (!area) return
    setBusy(true)
    await cutSquare(source, area, side).then(onCut, onUnreadable)
  }
  return (
    <Modal
      open
      title={t('crop_title')}
      width={WIDTH.modal}
      onCancel={onClose}
      onOk={() => void cut()}
      okText={t('use_picture')}
      okButtonProps={{ disabled: !area }}
      confirmLoading={busy}
    >
      <p className={textStyles.meta}>{t('crop_hint')}</p>
      <Lazily fallback={<Skeleton.Node active className={styles.crop} />}>
        <Cropper source={source} onArea={setArea} onUnreadable={onUnreadable} />
      </Lazily>
    </Modal>
  )
}
