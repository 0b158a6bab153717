import { useRef, useState } from 'react'
import { Input, Select, type InputRef } from 'antd'
import { InsertPosition, MAX_INSERT } from '@kaibo/contract/room/room.insert.rules.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { rightsOf } from '@kaibo/contract/kernel/endpoint.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { usePageKeys } from '#kit/keys/use-page-keys.ts'
import { newKey } from '../room.key.ts'
import { RoomCutIn } from './room-cut-in.tsx'
import { RoomInserts } from './room-inserts.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

/** Has the anchor say what is typed. A line that could not be sent stays, and is sent again as the same one. */
export function RoomSay({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const speak = useSpeak()
  const lang = useLanguage()
  const box = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [position, setPosition] = useState<InsertPosition>('sentence')
  const [key, setKey] = useState(newKey)
  const [told, setTold] = useState('')
  const may = useCan(...rightsOf(roomApi.say))
  const send = useAct(roomApi.say, {
    onSuccess: () => {
      setText('')
      setKey(newKey())
      setTold('')
    },
    onError: ({ message }) => setTold(message),
    silent: true,
  })
  usePageKeys({ i: () => box.current?.focus() })
  const can = may === true ? roomCan('say', room.state) : may
  const say = () => {
    if (can === true && text.trim() !== '' && !send.isPending)
      send.mutate({ room_code: room.room_code, text, position, key })
  }
  return (
    <section className={styles.card} aria-label={t('say')}>
      <h2>
        {t('say')}
        <kbd aria-hidden>I</kbd>
      </h2>
      <div className={styles.say}>
        <Input
          ref={box}
          aria-label={t('say_what')}
          placeholder={t('say_what')}
          value={text}
          maxLength={MAX_INSERT}
          status={told === '' ? '' : 'error'}
          disabled={can !== true}
          onChange={({ target }) => {
            setText(target.value)
            setKey(newKey())
            setTold('')
          }}
          onPressEnter={({ nativeEvent }) => {
            if (!nativeEvent.isComposing) say()
          }}
        />
        <Select<InsertPosition>
          aria-label={t('say_when')}
          value={position}
          disabled={can !== true}
          options={optionsOf(InsertPosition, lang)}
          onChange={setPosition}
        />
        <OnlineButton
          type="primary"
          disabled={can !== true || text.trim() === ''}
          loading={send.isPending}
          onClick={say}
        >
          {t('say_it')}
        </OnlineButton>
      </div>
      {told === '' ? null : (
        <p className={styles.sayFault} role="alert">
          {told}
        </p>
      )}
      {can === true ? null : <p className={textStyles.meta}>{speak(can)}</p>}
      <RoomCutIn room={room} />
      <RoomInserts room={room} />
    </section>
  )
}
