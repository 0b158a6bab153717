import { Drawer } from 'antd'
import { Link } from 'react-router'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { LinkStatus } from '#entities/game/link-status.tsx'
import { OwedGifts } from '#entities/game/owed-gifts.tsx'
import { RoundList } from '#entities/game/round-list.tsx'
import { ActHost } from '#kit/action/act-host.tsx'
import { paths } from '#kit/address/paths.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { EVENT, VARIABLE } from '../game.actions.tsx'
import { GamePlay } from './game-play.tsx'
import styles from '../game.module.css'

const WIDTH = 720
const EVERY_MS = 10_000

interface GameDrawerProps {
  id: string
  /** The row, while it is on the list's page. */
  row: GameRow | undefined
  onClose: () => void
}

/** A game at a glance: what gifts and danmu do, in which rooms it is there, what was played, and what viewers are owed. */
export function GameDrawer({ id: game_id, row: known, onClose }: GameDrawerProps) {
  const t = useText('game')
  const speak = useSpeak()
  const query = useCall(gameApi.info, { game_id }, { refetchMs: EVERY_MS })
  const mayLook = useCan('room.look') === true
  const { data } = query
  const title = data?.row.name ?? known?.name ?? speak(nouns.game)
  return (
    <Drawer
      open
      size={WIDTH}
      title={title}
      aria-label={title}
      onClose={onClose}
      extra={
        <span className={styles.foot}>
          <Link to={paths.gameEvents(game_id)}>{speak(EVENT)}</Link>
          <Link to={paths.gEData({ game_id })}>{speak(VARIABLE)}</Link>
          <Link to={paths.gameDrive(game_id)}>{t('drive')}</Link>
        </span>
      }
    >
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={data !== undefined}
        onRetry={() => void query.refetch()}
        right={gameApi.info.can}
      >
        {data ? (
          <ActHost>
            <GamePlay game={data.row} />
            <Rooms rooms={data.rooms} />
            {mayLook ? (
              <>
                <section className={styles.card}>
                  <OwedGifts of={{ game_id }} />
                </section>
                <section className={styles.card}>
                  <RoundList game_id={game_id} camps={data.row.camps} />
                </section>
              </>
            ) : null}
          </ActHost>
        ) : null}
      </Panel>
    </Drawer>
  )
}

/** The rooms that play it, and whether it is there. */
function Rooms({ rooms }: Pick<DataOf<typeof gameApi.info>, 'rooms'>) {
  const t = useText('game')
  return (
    <section className={styles.card} aria-label={t('rooms')}>
      <h2>{t('rooms')}</h2>
      {rooms.length === 0 ? <p className={styles.note}>{t('rooms_none')}</p> : null}
      <ul className={styles.plain}>
        {rooms.map(({ room_code, name, org_name, link }) => (
          <li key={room_code} className={styles.foot}>
            <Link to={paths.room(room_code)}>{name}</Link>
            <span className={styles.soft}>{org_name}</span>
            {link === null ? (
              <span className={styles.soft}>{t('not_on_air')}</span>
            ) : (
              <LinkStatus state={link} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
