import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { AutoComplete, Button, InputNumber, Select } from 'antd'
import type { Action } from '@kaibo/contract/talk/action.schema.ts'
import { useText } from '#client/i18n.ts'
import '../talk-effect.i18n.ts'
import { numberIn } from '../talk.number.ts'
import styles from '../talk.module.css'

type SceneEffect = Extract<Action, { kind: 'scene' }>
type Move = NonNullable<SceneEffect['move']>[number]

interface LayerFieldsProps {
  effect: SceneEffect
  onChange: (effect: SceneEffect) => void
}

const SECOND = 1_000
/** Of scenes that nobody has arranged; those of others are typed. */
const LAYERS = ['actor', 'subtitle', 'background'].map((value) => ({ value }))
const FRESH: Move = { layer: 'actor', x: 0, y: 0 }

/** Which layers show, which do not and which move, and for how long. */
export function LayerFields({ effect, onChange }: LayerFieldsProps) {
  const t = useText('talk_effect')
  const { move: moves = [], ...rest } = effect
  const put = (move: Move[]) => onChange(move.length === 0 ? rest : { ...rest, move })
  return (
    <>
      {(['show', 'hide'] as const).map((side) => (
        <Select
          key={side}
          mode="tags"
          aria-label={t(side)}
          placeholder={t(side)}
          className={styles.scope}
          value={effect[side]}
          options={LAYERS}
          onChange={(layers: string[]) => onChange({ ...effect, [side]: layers })}
        />
      ))}
      {moves.map((move, index) => (
        // A move has no identity but its place
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={styles.inline} role="group" aria-label={t('move')}>
          <AutoComplete
            aria-label={t('moved')}
            placeholder={t('moved')}
            className={styles.scope}
            value={move.layer}
            options={LAYERS}
            onChange={(layer: string) => put(moves.with(index, { ...move, layer }))}
          />
          {(['x', 'y'] as const).map((axis) => (
            <InputNumber<string | number>
              key={axis}
              aria-label={t(axis)}
              prefix={axis.toUpperCase()}
              precision={0}
              parser={numberIn}
              value={move[axis]}
              onChange={(at) => put(moves.with(index, { ...move, [axis]: Number(at ?? 0) }))}
            />
          ))}
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('unmove')}
            onClick={() => put(moves.toSpliced(index, 1))}
          />
        </span>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => put([...moves, FRESH])}>
        {t('move')}
      </Button>
      <InputNumber<string | number>
        aria-label={t('seconds')}
        min={0}
        max={600}
        precision={0}
        parser={numberIn}
        suffix={t('second')}
        value={effect.ms / SECOND}
        onChange={(seconds) => onChange({ ...effect, ms: Number(seconds ?? 0) * SECOND })}
      />
      <span className={styles.sentence}>{t('seconds_hint')}</span>
    </>
  )
}
