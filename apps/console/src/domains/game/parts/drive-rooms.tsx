import { Link } from 'react-router'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { gameApi } from '@kaibo/contract/game/game.api.ts'
import { useText } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import { Status } from '#kit/status/status.tsx'
import styles from '../game.module.css'

type Rooms = DataOf<typeof gameApi.info>['rooms']

/** The rooms of a game, and which of them say something else. */
export function DriveRooms({ rooms }: { rooms: Rooms }) {
  const t = useText('game')
  return (
    <section className={styles.card}>
      <h2>{t('rooms')}</h2>
      {rooms.length === 0 ? <p className={styles.note}>{t('rooms_none')}</p> : null}
      <ul className={styles.rows}>
        {rooms.map(({ room_code, name, org_name, inherits }) => (
          <li key={room_code} className={styles.foot}>
            <Link to={paths.roomDrive(room_code)}>{name}</Link>
            <span>{org_name}</span>
            <Status tone={inherits ? 'ok' : 'attention'}>{t(inherits ? 'inherits' : 'own')}</Status>
          </li>
        ))}
      </ul>
    </section>
  )
}
