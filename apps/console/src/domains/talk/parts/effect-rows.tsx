import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Select } from 'antd'
import { StopLive } from '@kaibo/contract/facts/enums.ts'
import { ActionKind, MAX_ACTIONS, type Action } from '@kaibo/contract/talk/action.schema.ts'
import { labelOf, optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { InsertPosition } from '@kaibo/contract/room/room.insert.rules.ts'
import type { ChildNode, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { PlayableSelect } from '#domains/lookup/parts/playable-select.tsx'
import { LayerFields } from './layer-fields.tsx'
import '../talk-effect.i18n.ts'
import { numberIn } from '../talk.number.ts'
import styles from '../talk.module.css'

interface EffectRowsProps {
  node: SonNode
  onEdit: (change: Partial<ChildNode>) => void
}

const KINDS = ['playAsset', 'cutIn', 'scene', 'stopLive'] as const

/** What a rule does to stage and run beside speaking. */
type Effect = Extract<Action, { kind: (typeof KINDS)[number] }>

const isEffect = (action: Action): action is Effect => KINDS.some((kind) => kind === action.kind)

const FRESH: Readonly<Record<Effect['kind'], Effect>> = {
  playAsset: { kind: 'playAsset', asset_id: '', volume: 80 },
  cutIn: { kind: 'cutIn', asset_id: '', position: 'sentence' },
  scene: { kind: 'scene', show: [], hide: [], ms: 5_000 },
  stopLive: { kind: 'stopLive', mode: StopLive.postpone },
}

/** Sounds, files that are cut in, layers, the end: in the order in which they are done. */
export function EffectRows({ node, onEdit }: EffectRowsProps) {
  const t = useText('talk_effect')
  const lang = useLanguage()
  const { actions } = node
  return (
    <fieldset className={styles.group} data-part="effects">
      <legend>{t('effects')}</legend>
      {actions.map((action, index) =>
        isEffect(action) ? (
          // An action has no identity but its place
          // oxlint-disable-next-line react/no-array-index-key
          <div
            key={index}
            className={styles.line}
            role="group"
            aria-label={labelOf(ActionKind, action.kind, lang)}
          >
            <span className={styles.inline}>
              <span>{labelOf(ActionKind, action.kind, lang)}</span>
              <EffectFields
                effect={action}
                onChange={(next) => onEdit({ actions: actions.with(index, next) })}
              />
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('remove')}
                onClick={() => onEdit({ actions: actions.toSpliced(index, 1) })}
              />
            </span>
          </div>
        ) : null,
      )}
      <span className={styles.inserts}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            size="small"
            icon={<PlusOutlined />}
            disabled={actions.length >= MAX_ACTIONS}
            onClick={() => onEdit({ actions: [...actions, FRESH[kind]] })}
          >
            {labelOf(ActionKind, kind, lang)}
          </Button>
        ))}
      </span>
    </fieldset>
  )
}

interface FieldsProps<E extends Effect> {
  effect: E
  onChange: (effect: E) => void
}

function EffectFields({ effect, onChange }: FieldsProps<Effect>) {
  if (effect.kind === 'playAsset') return <SoundFields effect={effect} onChange={onChange} />
  if (effect.kind === 'cutIn') return <CutInFields effect={effect} onChange={onChange} />
  if (effect.kind === 'stopLive') return <StopFields effect={effect} onChange={onChange} />
  return <LayerFields effect={effect} onChange={onChange} />
}

function SoundFields({ effect, onChange }: FieldsProps<Extract<Effect, { kind: 'playAsset' }>>) {
  const t = useText('talk_effect')
  return (
    <>
      <PlayableSelect
        label={t('file')}
        value={effect.asset_id || undefined}
        onChange={(asset_id = '') => onChange({ ...effect, asset_id })}
      />
      <InputNumber<string | number>
        aria-label={t('volume')}
        min={0}
        max={100}
        precision={0}
        parser={numberIn}
        suffix="%"
        value={effect.volume}
        onChange={(volume) => onChange({ ...effect, volume: Number(volume ?? 0) })}
      />
    </>
  )
}

function CutInFields({ effect, onChange }: FieldsProps<Extract<Effect, { kind: 'cutIn' }>>) {
  const t = useText('talk_effect')
  const lang = useLanguage()
  return (
    <>
      <PlayableSelect
        label={t('file')}
        value={effect.asset_id || undefined}
        onChange={(asset_id = '') => onChange({ ...effect, asset_id })}
      />
      <Select
        aria-label={t('when')}
        value={effect.position}
        options={optionsOf(InsertPosition, lang)}
        onChange={(position) => onChange({ ...effect, position })}
      />
    </>
  )
}

function StopFields({ effect, onChange }: FieldsProps<Extract<Effect, { kind: 'stopLive' }>>) {
  const t = useText('talk_effect')
  const lang = useLanguage()
  const { at: _, ...atOnce } = effect
  return (
    <>
      <Select
        aria-label={t('how')}
        value={effect.mode}
        options={optionsOf(StopLive, lang)}
        onChange={(mode) => onChange({ ...effect, mode })}
      />
      <Input
        type="time"
        aria-label={t('stop_at')}
        value={effect.at ?? ''}
        onChange={({ target: { value } }) =>
          onChange(value === '' ? atOnce : { ...effect, at: value })
        }
      />
      <span className={styles.sentence}>{t('stop_hint')}</span>
    </>
  )
}
