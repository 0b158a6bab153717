import { InputNumber, Select } from 'antd'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import {
  PITCH,
  SPEED,
  VOLUME,
  type AnchorConfig,
  type SceneAsset,
} from '@kaibo/contract/stage/anchor.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import styles from '../scene.module.css'

/** Who stands in one of the two places. */
export type Cast = { actor_id: string } | { co_actor_id: string | undefined }

interface AnchorPanelProps {
  room_code: string
  value: AnchorConfig
  mayEdit: boolean
  onCast: (who: Cast, asset: SceneAsset | undefined) => void
  onVoice: (voice: AnchorConfig['voice'], tag: string) => void
}

/** Who stands in the room and how it sounds, each with what its licence says. */
export function AnchorPanel({ room_code, value, mayEdit, onCast, onVoice }: AnchorPanelProps) {
  const t = useText('scene')
  const actors = useCall(stageApi.assets, { room_code, kind: AssetKind.actor })
  const voices = useCall(lookupApi.voices, {})
  const licensed = (row: { name: string; expire_status: AuthExpireStatus }) =>
    row.expire_status === AuthExpireStatus.expired
      ? `${row.name} · ${t('expired')}`
      : row.expire_status === AuthExpireStatus.soon
        ? `${row.name} · ${t('soon')}`
        : row.name
  const ofActors = (actors.data?.list ?? []).map((row) => ({
    value: row.asset_id,
    label: licensed(row),
    disabled: row.expire_status === AuthExpireStatus.expired,
  }))
  const ofVoices = (voices.data?.list ?? []).map((row) => ({
    value: row.id,
    label: licensed(row),
    disabled: row.expire_status === AuthExpireStatus.expired,
  }))
  const actorOf = (id: string) => actors.data?.list.find(({ asset_id }) => asset_id === id)
  const { voice, actor_id, co_actor_id } = value
  const choice = (
    label: string,
    chosen: string | undefined,
    options: { value: string; label: string; disabled?: boolean }[],
    onChange: (next: string) => void,
  ) => (
    <label className={styles.field}>
      <span>{label}</span>
      <Select
        value={chosen ?? ''}
        options={options}
        disabled={!mayEdit}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={onChange}
      />
    </label>
  )
  const amount = (
    name: 'speed' | 'pitch' | 'volume',
    { least, most }: { least: number; most: number },
    step: number,
  ) => (
    <label className={styles.field}>
      <span>{t(name)}</span>
      <InputNumber
        value={voice[name]}
        min={least}
        max={most}
        step={step}
        disabled={!mayEdit}
        onChange={(next) => next !== null && onVoice({ ...voice, [name]: next }, name)}
      />
    </label>
  )
  const { voice_id, speed, pitch, volume } = voice
  const alone = { voice_id, speed, pitch, volume }
  return (
    <div className={styles.fields}>
      {choice(t('actor'), actor_id, ofActors, (next) => onCast({ actor_id: next }, actorOf(next)))}
      {choice(
        t('co_actor'),
        co_actor_id,
        [{ value: '', label: t('nobody') }, ...ofActors],
        (next) => onCast({ co_actor_id: next || undefined }, actorOf(next)),
      )}
      {choice(t('voice'), voice.voice_id, ofVoices, (next) =>
        onVoice({ ...voice, voice_id: next }, 'voice'),
      )}
      {choice(
        t('fallback'),
        voice.fallback_id,
        [{ value: '', label: t('no_fallback') }, ...ofVoices],
        (next) => onVoice(next ? { ...voice, fallback_id: next } : alone, 'fallback'),
      )}
      <div className={styles.pair}>
        {amount('speed', SPEED, 0.1)}
        {amount('pitch', PITCH, 1)}
        {amount('volume', VOLUME, 0.1)}
      </div>
    </div>
  )
}
