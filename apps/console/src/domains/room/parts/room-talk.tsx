import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { isOnAir } from '../room.present.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { RoomRecordings } from './room-recordings.tsx'
import { RoomDraws } from './room-draws.tsx'
import { RoomQueue } from './room-queue.tsx'
import { RoomSay } from './room-say.tsx'
import { RunIncome } from './run-income.tsx'
import { TopGivers } from './top-givers.tsx'
import styles from '../room-page.module.css'

const ImportantCard = lazily(
  async () => (await import('#entities/viewer/important-card.tsx')).ImportantCard,
)

/** What came in, and what is said next. */
export const RoomTalk = ({ room }: { room: RoomRow }) => (
  <div className={`${styles.side} ${styles.talk}`}>
    <div className={styles.sideScroll}>
      <RunIncome room={room} />
      {isOnAir(room) ? <RoomSay room={room} /> : null}
      {isOnAir(room) ? <RoomQueue room={room} /> : null}
      <TopGivers room={room} />
      <RoomRecordings room={room} />
      <RoomDraws room={room} />
      <Lazily>
        <ImportantCard room_code={room.room_code} className={styles.card} />
      </Lazily>
    </div>
  </div>
)
