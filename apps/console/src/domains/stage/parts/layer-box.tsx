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
  onSelect: (id: string) => void
}

/** Where a layer is caught. Boxes whose layer stays as it is are not drawn again while another one is pulled. */
export const LayerBox = memo(function LayerBox(props: LayerBoxProps) {
  const { layer, name, caption, scale, isSelected, onSelect } = props
  const { id, kind, x, y, w, h, hidden } = layer
  const t = useText('scene')
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
      style={placeOf(layer, scale)}
    >
      {caption === undefined ? null : <span className={styles.caption}>{caption}</span>}
    </div>
  )
})

/** On the screen: as large as a finger needs it (scene.module.css). */
const GRIP_PX = 24

/** On its edge; of a box so small, outside of it. */
function place(towards: number, side: number): string {
  const outwards = side < 2 * GRIP_PX ? GRIP_PX / 2 : 0
  return `calc(${(towards + 1) * 50}% + ${towards * outwards}px)`
}

/** What a layer is resized and turned by: above all boxes, so that no other layer lies on it. */
export function Grips({ layer, scale }: Pick<LayerBoxProps, 'layer' | 'scale'>) {
  const t = useText('scene')
  const [wide, tall] = [layer.w * scale, layer.h * scale]
  // A small box keeps its middle free, by which it is moved
  const shown = GRIPS.filter(
    ({ sx, sy }) => (sx !== 0 || wide >= 3 * GRIP_PX) && (sy !== 0 || tall >= 3 * GRIP_PX),
  )
  return (
    <div
      aria-hidden
      className={styles.grips}
      data-layer={layer.id}
      style={placeOf(layer, scale)}
      // Else the press takes the focus from the box
      onMouseDown={(event) => event.preventDefault()}
    >
      {shown.map((grip) => (
        <span
          key={`${grip.sx}${grip.sy}`}
          className={styles.grip}
          data-grip={GRIPS.indexOf(grip)}
          style={{ left: place(grip.sx, wide), top: place(grip.sy, tall) }}
        />
      ))}
      {layer.kind === 'ai_label' ? null : (
        <span className={styles.turn} data-grip="turn" title={t('turn')} />
      )}
    </div>
  )
}

const placeOf = ({ x, y, w, h, rotate }: Layer, scale: number) => ({
  width: w * scale,
  height: h * scale,
  transform: `translate(${x * scale}px, ${y * scale}px) rotate(${rotate}deg)`,
})
