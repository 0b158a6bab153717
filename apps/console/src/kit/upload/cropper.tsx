import { useState } from 'react'
import { Slider } from 'antd'
import EasyCrop from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useText } from '#client/i18n.ts'
import type { Area } from './cut.ts'
import styles from './upload.module.css'

interface CropperProps {
  source: string
  onArea: (area: Area) => void
  onUnreadable: () => void
}

const MAX_ZOOM = 4
const ZOOM_STEP = 0.05
const KEY_STEP_PX = 4
const HUNDRED = 100

/** The square within a picture, by pointer, wheel, pinch or keyboard; its own chunk. */
export function Cropper({ source, onArea, onUnreadable }: CropperProps) {
  const t = useText('upload')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const percent = (value = 1) => t('zoom_value', { percent: Math.round(value * HUNDRED) })
  return (
    <>
      <div className={styles.crop}>
        <EasyCrop
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          maxZoom={MAX_ZOOM}
          keyboardStep={KEY_STEP_PX}
          // The page's policy allows no style that a script adds.
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': t('crop_area') }}
          mediaProps={{ alt: '', onError: onUnreadable }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_shares, pixels) => onArea(pixels)}
        />
      </div>
      <Slider
        min={1}
        max={MAX_ZOOM}
        step={ZOOM_STEP}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={t('zoom')}
        ariaValueTextFormatterForHandle={percent}
        tooltip={{ formatter: percent }}
      />
    </>
  )
}
