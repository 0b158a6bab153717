import { useState } from 'react'
import { InputNumber, Select } from 'antd'
import { InsertPosition, MAX_VOLUME } from '@kaibo/contract/room/room.insert.rules.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { rightsOf } from '@kaibo/contract/kernel/endpoint.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { PlayableSelect } from '#domains/lookup/parts/playable-select.tsx'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { newKey } from '../room.key.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

/** Plays a sound or a video on the room's stage. One that could not be sent stays chosen, and is sent again as the same one. */
export function RoomCutIn({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const lang = useLanguage()
  const [asset_id, setAsset] = useState<string>()
  const [position, setPosition] = useState<InsertPosition>('sentence')
  const [volume, setVolume] = useState(MAX_VOLUME)
  const [key, setKey] = useState(newKey)
  const [told, setTold] = useState('')
  const may = useCan(...rightsOf(roomApi.cutInVideo))
  const send = useAct(roomApi.cutInVideo, {
    onSuccess: () => {
      setAsset(undefined)
      setKey(newKey())
      setTold('')
    },
    onError: ({ message }) => setTold(message),
    silent: true,
  })
  const can = may === true ? roomCan('cutIn', room.state) : may
  if (can !== true) return null
  /** Another wish is another insert. */
  const anew =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setKey(newKey())
      setTold('')
    }
  return (
    <div role="group" aria-label={t('cut_in')}>
      <div className={styles.cutIn}>
        <PlayableSelect
          label={t('cut_in_what')}
          value={asset_id}
          onChange={anew(setAsset)}
          allowClear
        />
        <Select<InsertPosition>
          aria-label={t('cut_in_when')}
          value={position}
          options={optionsOf(InsertPosition, lang)}
          onChange={anew(setPosition)}
        />
        <InputNumber<number>
          aria-label={t('volume')}
          min={0}
          max={MAX_VOLUME}
          precision={0}
          suffix="%"
          value={volume}
          onChange={(value) => anew(setVolume)(value ?? MAX_VOLUME)}
        />
        <OnlineButton
          disabled={asset_id === undefined}
          loading={send.isPending}
          onClick={() => {
            if (asset_id !== undefined && !send.isPending)
              send.mutate({ room_code: room.room_code, asset_id, position, volume, key })
          }}
        >
          {t('cut_in')}
        </OnlineButton>
      </div>
      {told === '' ? null : (
        <p className={styles.sayFault} role="alert">
          {told}
        </p>
      )}
    </div>
  )
}
