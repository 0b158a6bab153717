import { memo } from 'react'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { useText } from '#client/i18n.ts'
import { isFixed } from '../scene.edit.ts'
import { GRIPS } from '../scene.geometry.ts'
import styles from '../scene.module.css'

interface LayerBoxProps {
  layer: Layer
  name: string
  /** Stands for a picture that there is not. */
  caption: string | undefined
  scale: number
  isSelected: boolean
  mayEdit: boolean
  onSelect: (id: string) => void
}

/** Where a layer is caught. Boxes whose layer stays as it is are not drawn again while another one is pulled. */
export const LayerBox = memo(function LayerBox(props: LayerBoxProps) {
  const { layer, name, caption, scale, isSelected, mayEdit, onSelect } = props
  const { id, kind, x, y, w, h, rotate, hidden } = layer
  const t = useText('scene')
  const isCaught = isSelected && mayEdit && !isFixed(layer)
  return (
    <div
      role="option"
      aria-selected={isSelected}
      aria-label={t('box', { name, x, y, w, h })}
      tabIndex={0}
      className={styles.box}
      data-layer={id}
      data-kind={kind}
      data-fixed={isFixed(layer) || undefined}
      data-hidden={hidden || undefined}
      onFocus={() => onSelect(id)}
      style={{
        width: w * scale,
        height: h * scale,
        transform: `translate(${x * scale}px, ${y * scale}px) rotate(${rotate}deg)`,
      }}
    >
      {caption === undefined ? null : <span className={styles.caption}>{caption}</span>}
      {isCaught
        ? GRIPS.map(({ sx, sy }, index) => (
            <span
              key={`${sx}${sy}`}
              aria-hidden
              className={styles.grip}
              data-grip={index}
              style={{ left: `${(sx + 1) * 50}%`, top: `${(sy + 1) * 50}%` }}
            />
          ))
        : null}
      {isCaught && kind !== 'ai_label' ? (
        <span aria-hidden className={styles.turn} data-grip="turn" title={t('turn')} />
      ) : null}
    </div>
  )
})
