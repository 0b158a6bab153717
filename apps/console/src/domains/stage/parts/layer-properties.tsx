import { Button, Input, InputNumber, Segmented, Select } from 'antd'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import {
  ActorSlot,
  Align,
  FONT_SIZES,
  MAX_PLACE,
  MAX_TEXT,
  type Layer,
  type LayerOf,
} from '@kaibo/contract/stage/scene.schema.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { isFixed, type LayerChange } from '../scene.edit.ts'
import styles from '../scene.module.css'

interface PropertiesProps {
  layer: Layer
  /** What people call it. */
  name: string
  asset: SceneAsset | undefined
  mayEdit: boolean
  /** `tag`: the field, where typing on is one step. */
  onChange: (change: LayerChange, tag: string) => void
  onChoose: () => void
}

const PLACES = ['x', 'y', 'w', 'h'] as const

/** All that can be said of one layer. */
export function LayerProperties(props: PropertiesProps) {
  const { layer, name, asset, mayEdit, onChange, onChoose } = props
  const t = useText('scene')
  const lang = useLanguage()
  const isStill = isFixed(layer) || !mayEdit
  const isLabel = layer.kind === 'ai_label'
  return (
    <div className={styles.fields}>
      <h3>{name}</h3>
      {layer.kind === 'text' || layer.kind === 'subtitle' ? (
        <Letters layer={layer} mayEdit={mayEdit} onChange={onChange} />
      ) : null}
      {layer.kind === 'background' ? (
        <Colour
          label={t('colour')}
          value={layer.colour}
          off={!mayEdit}
          onChange={(colour) => onChange({ colour }, 'colour')}
        />
      ) : null}
      {'asset_id' in layer && layer.kind !== 'actor' ? (
        <div className={styles.field}>
          <span>{t('asset')}</span>
          <span className={styles.inline}>
            <span className={styles.assetName}>
              {layer.asset_id === null ? t('no_asset') : (asset?.name ?? t('gone'))}
            </span>
            <Button size="small" disabled={!mayEdit} onClick={onChoose}>
              {t('choose')}
            </Button>
            {layer.kind === 'background' && layer.asset_id !== null ? (
              <Button
                size="small"
                disabled={!mayEdit}
                onClick={() => onChange({ asset_id: null }, 'asset')}
              >
                {t('no_asset')}
              </Button>
            ) : null}
          </span>
        </div>
      ) : null}
      {layer.kind === 'actor' ? (
        <label className={styles.field}>
          <span>{t('slot')}</span>
          <Select
            value={layer.slot}
            disabled={!mayEdit}
            options={optionsOf(ActorSlot, lang)}
            onChange={(slot: ActorSlot) => onChange({ slot }, 'slot')}
          />
        </label>
      ) : null}
      <div className={styles.pair}>
        {PLACES.map((name) => (
          <Numbered
            key={name}
            label={t(name)}
            value={layer[name]}
            least={name === 'w' || name === 'h' ? 1 : -MAX_PLACE}
            most={MAX_PLACE}
            off={isStill}
            onChange={(value) => onChange({ [name]: value }, name)}
          />
        ))}
        <Numbered
          label={t('rotate')}
          value={layer.rotate}
          least={-360}
          most={360}
          off={isStill || isLabel}
          onChange={(rotate) => onChange({ rotate }, 'rotate')}
        />
        <Numbered
          label={t('opacity')}
          value={Math.round(layer.opacity * 100)}
          least={0}
          most={100}
          off={!mayEdit || isLabel}
          onChange={(value) => onChange({ opacity: value / 100 }, 'opacity')}
        />
      </div>
    </div>
  )
}

interface LettersProps extends Pick<PropertiesProps, 'mayEdit' | 'onChange'> {
  layer: LayerOf<'text'> | LayerOf<'subtitle'>
}

function Letters({ layer, mayEdit, onChange }: LettersProps) {
  const t = useText('scene')
  const lang = useLanguage()
  const { size, colour, outline, align } = layer
  return (
    <>
      {layer.kind === 'text' ? (
        <label className={styles.field}>
          <span>{t('text')}</span>
          <Input.TextArea
            value={layer.text}
            maxLength={MAX_TEXT}
            autoSize={{ minRows: 1, maxRows: 4 }}
            disabled={!mayEdit}
            onChange={({ target }) => onChange({ text: target.value }, 'text')}
          />
        </label>
      ) : null}
      <div className={styles.pair}>
        <Numbered
          label={t('size')}
          value={size}
          least={FONT_SIZES.least}
          most={FONT_SIZES.most}
          off={!mayEdit}
          onChange={(value) => onChange({ size: value }, 'size')}
        />
        <Colour
          label={t('colour')}
          value={colour}
          off={!mayEdit}
          onChange={(value) => onChange({ colour: value }, 'colour')}
        />
        <Colour
          label={t('outline')}
          value={outline}
          off={!mayEdit}
          onChange={(value) => onChange({ outline: value }, 'outline')}
        />
      </div>
      <div className={styles.field}>
        <span>{t('align')}</span>
        <Segmented
          aria-label={t('align')}
          value={align}
          disabled={!mayEdit}
          options={optionsOf(Align, lang)}
          onChange={(value) => onChange({ align: value }, 'align')}
        />
      </div>
    </>
  )
}

interface NumberedProps {
  label: string
  value: number
  least: number
  most: number
  off: boolean
  onChange: (value: number) => void
}

const Numbered = ({ label, value, least, most, off, onChange }: NumberedProps) => (
  <label className={styles.field}>
    <span>{label}</span>
    <InputNumber
      value={value}
      min={least}
      max={most}
      disabled={off}
      onChange={(next) => next !== null && onChange(next)}
    />
  </label>
)

interface ColourProps {
  label: string
  value: string | null
  off: boolean
  onChange: (value: string) => void
}

const Colour = ({ label, value, off, onChange }: ColourProps) => (
  <label className={styles.field}>
    <span>{label}</span>
    <input
      type="color"
      className={styles.colour}
      value={value ?? '#000000'}
      disabled={off}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
)
