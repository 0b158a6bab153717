import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { RoomControls } from './room-controls.tsx'
import { RoomFacts } from './room-facts.tsx'
import { RoomHealth } from './room-health.tsx'
import { RoomPicture } from './room-picture.tsx'
import { RunIncome } from './run-income.tsx'
import { isOnAir } from '../room.present.ts'
import styles from '../room-page.module.css'

const GameCard = lazily(async () => (await import('#entities/game/game-card.tsx')).GameCard)
const StageCard = lazily(async () => (await import('#entities/stage/stage-card.tsx')).StageCard)

interface RoomSideProps {
  room: RoomRow
  /** Beside the wall: without the picture, and with what came in, which its own page has apart. */
  short?: boolean
}

/** The picture and the controls, which stay in sight, and below them how the room does. */
export function RoomSide({ room, short = false }: RoomSideProps) {
  return (
    <div className={styles.side}>
      {short ? null : <RoomPicture room={room} />}
      <RoomControls room={room} />
      <div className={styles.sideScroll}>
        {short ? null : (
          <Lazily>
            <StageCard room={room} className={styles.card} />
          </Lazily>
        )}
        {!short && isOnAir(room) && room.game ? (
          <Lazily>
            <GameCard room_code={room.room_code} game={room.game} className={styles.card} />
          </Lazily>
        ) : null}
        {short ? <RunIncome room={room} /> : null}
        <RoomHealth room={room} />
        <RoomFacts room={room} />
      </div>
    </div>
  )
}
