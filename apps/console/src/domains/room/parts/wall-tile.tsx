import { memo, type MouseEvent } from 'react'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { formatFenShort } from '@kaibo/contract/kernel/money.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useText } from '#client/i18n.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { ActMenu } from '#kit/action/act-menu.tsx'
import { appliesTo, isTucked, type Action } from '#kit/action/action.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { useNow } from '#kit/clock/use-now.ts'
import { Spark } from '#kit/spark/spark.tsx'
import { Status } from '#kit/status/status.tsx'
import { PcDot } from '#entities/room/pc-dot.tsx'
import { RoomThumb } from '#entities/room/room-thumb.tsx'
import '#entities/room/room-parts.i18n.ts'
import { isGrave, isOnAir, sinceText, toneOf } from '../room.present.ts'
import { partOf, rateOf } from '../room.wall.ts'
import { Unconfirmed } from './unconfirmed.tsx'
import { TileSentence } from './tile-sentence.tsx'
import styles from './wall-tile.module.css'

export interface WallTileProps {
  room: WallRoom
  isChosen: boolean
  /** One line: no picture, no curve. */
  isLine: boolean
  actions: readonly Action<WallRoom>[]
  /** The same from drawing to drawing. */
  onChoose: (room: WallRoom) => void
  onOpen: (room: WallRoom) => void
}

/** One room as an operator scans it: its state first, then money, then what is said. Only its own change draws it again. */
export const WallTile = memo(function WallTile(props: WallTileProps) {
  const { room, isChosen, isLine, onChoose } = props
  const t = useText('room')
  const part = partOf(room)
  return (
    <article
      className={styles.tile}
      data-part={part}
      data-grave={isGrave(room) || undefined}
      data-chosen={isChosen || undefined}
      data-room={room.room_code}
      aria-label={room.name}
    >
      {isLine ? null : (
        <span className={styles.picture}>
          <RoomThumb room={room} />
        </span>
      )}
      <State room={room} />
      <h3 className={styles.name}>
        <RoomTitle {...props} />
      </h3>
      {part === 'attention' ? (
        <Reason {...props} />
      ) : part === 'air' ? (
        <Run room={room} isLine={isLine} />
      ) : (
        <Rest room={room} />
      )}
      <span className={styles.account}>{room.account.nickname}</span>
      {part === 'attention' ? null : <Acts {...props} />}
      <input
        type="checkbox"
        className={styles.check}
        aria-label={t('select', { name: room.name })}
        checked={isChosen}
        onChange={() => onChoose(room)}
      />
    </article>
  )
})

/** Leads to the room's page; pressed without a key it opens the room over the wall. */
function RoomTitle({ room, onOpen }: WallTileProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(room)
  }
  return (
    <a
      href={screens.room.path.replace(':room_code', room.room_code)}
      title={room.name}
      tabIndex={-1}
      onClick={open}
    >
      {room.name}
    </a>
  )
}

function State({ room }: { room: WallRoom }) {
  const t = useText('room')
  const isOn = room.run && isOnAir(room)
  const isRecorded = isOn && room.run?.mode === RoomMode.record && room.state === 'living'
  const word = t(isRecorded ? 'recording' : `state_${room.state}`)
  return (
    <span className={styles.state}>
      {room.attention ? (
        <Status tone={isGrave(room) ? 'failed' : 'attention'}>
          {t(isGrave(room) ? 'stop_unconfirmed' : 'attention')}
        </Status>
      ) : null}
      {room.attention && !isOn ? null : (
        <Status tone={toneOf(room)}>
          {word}
          {isOn && room.run ? <Since at={room.run.started_at} /> : null}
          {room.state === 'starting' ? <Seconds at={room.state_since} /> : null}
        </Status>
      )}
      <Unconfirmed room={room} />
    </span>
  )
}

function Since({ at }: { at: number }) {
  return <time className={styles.since}>{sinceText(at, useNow())}</time>
}

function Seconds({ at }: { at: number }) {
  const t = useText('wall')
  const count = Math.max(0, Math.round((useNow() - at) / 1000))
  return <time className={styles.since}>{t('seconds', { count })}</time>
}

/** Why it needs a person, and the one act that helps. */
function Reason({ room, actions }: WallTileProps) {
  const { attention } = room
  const lang = useLanguage()
  const help = actions.find(({ name }) => name === attention?.act)
  const others = actions.filter((action) => action !== help && appliesTo(action, room))
  const reason = attention ? toldIn(attention.reason, attention.reason_en, lang) : ''
  return (
    <>
      <p className={styles.reason} title={reason}>
        {reason}
      </p>
      <span className={styles.help}>
        {help ? <ActButton action={help} row={room} calm /> : null}
        <ActMenu actions={others} row={room} name={room.name} />
      </span>
      {room.run ? <Money fen={room.run.gift_fen} /> : null}
    </>
  )
}

function Run({ room, isLine }: Pick<WallTileProps, 'room' | 'isLine'>) {
  const t = useText('wall')
  const tRoom = useText('room')
  const { run, sentence, pc } = room
  if (!run) return null
  const rate = t('rate', { money: formatFenShort(rateOf(room)) })
  return (
    <>
      <Money fen={run.gift_fen} />
      <span className={styles.rate}>
        <Fresh text={`${rate} · ${t('viewers', { count: run.viewers })}`} />
      </span>
      {isLine ? null : (
        <span className={styles.curve}>
          <Spark values={run.per_minute} label={tRoom('per_minute')} />
        </span>
      )}
      {pc?.presence !== PcPresence.online ? (
        <span className={styles.say}>
          <PcDot pc={pc} />
        </span>
      ) : sentence ? (
        <TileSentence room_code={room.room_code} text={sentence.text} />
      ) : (
        <p className={styles.say}>{tRoom('no_sentence')}</p>
      )}
    </>
  )
}

/** Of a room that is not on air: that its PC is not there, else when it starts by itself, or what it brought last. */
function Rest({ room }: { room: WallRoom }) {
  const t = useText('wall')
  const tPc = useText('room_parts')
  const lang = useLanguage()
  const { pc, run, next_plan_at } = room
  const there = pc
    ? tPc('pc_is', { presence: labelOf(PcPresence, pc.presence, lang) })
    : tPc('pc_none')
  const last = run ? t('last', { money: formatFenShort(run.gift_fen) }) : t('never')
  const isThere = pc?.presence === PcPresence.online
  return (
    <span className={styles.rest} title={`${there} · ${last}`}>
      {!isThere ? there : next_plan_at === null ? last : <Next at={next_plan_at} />}
    </span>
  )
}

function Next({ at }: { at: number }) {
  const t = useText('wall')
  return (
    <>
      {t('next_plan')} <Instant at={at} />
    </>
  )
}

function Acts({ room, actions }: WallTileProps) {
  const applying = actions.filter((action) => appliesTo(action, room))
  const [first] = applying.filter((action) => !isTucked(action, room))
  return (
    <span className={styles.acts}>
      {first ? <ActButton action={first} row={room} calm light /> : null}
      <ActMenu
        light
        actions={applying.filter((action) => action !== first)}
        row={room}
        name={room.name}
      />
    </span>
  )
}

function Money({ fen }: { fen: number }) {
  const t = useText('room')
  return (
    <strong className={styles.money} title={t('income')}>
      <Fresh text={formatFenShort(fen)} />
    </strong>
  )
}

/** What changed fades in where it stood. */
function Fresh({ text }: { text: string }) {
  return (
    <span key={text} className={styles.fresh}>
      {text}
    </span>
  )
}
