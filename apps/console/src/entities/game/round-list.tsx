import type { Camp } from '@kaibo/contract/game/game.schema.ts'
import { RoundEnd } from '@kaibo/contract/game-link/game-link.enums.ts'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import type { RoundRow } from '@kaibo/contract/game-link/game-link.schema.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import './game-card.i18n.ts'
import styles from './game-card.module.css'
import textStyles from '#kit/text/text.module.css'

const MOST = 10
const EVERY_MS = 15_000

interface RoundListProps {
  game_id: string
  camps: readonly Camp[]
}

/** The newest rounds of a game, in whichever room they were played. */
export function RoundList({ game_id, camps }: RoundListProps) {
  const t = useText('game_card')
  const { data } = useCall(
    gameLinkApi.rounds,
    { game_id, page_size: MOST },
    { refetchMs: EVERY_MS },
  )
  if (!data) return null
  const { list } = data
  return (
    <>
      <h3 className={styles.head}>{t('rounds')}</h3>
      {list.length === 0 ? <p className={textStyles.meta}>{t('rounds_none')}</p> : null}
      <ul className={styles.owed}>
        {list.map((round) => (
          <li key={`${round.run_id}/${round.seq}`}>
            <p>
              {round.room.name} · {t('round_seq', { seq: round.seq })}{' '}
              <Ending round={round} camps={camps} />
            </p>
            <span className={textStyles.meta}>
              <Instant at={round.started_at} /> {resultOf(round, camps, t('best'))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Ending({ round: { end_status, winner }, camps }: { round: RoundRow; camps: Camps }) {
  const t = useText('game_card')
  if (end_status === null) return <Status tone="ok">{t('round_on')}</Status>
  if (end_status === RoundEnd.broken) return <Status tone="attention">{t('round_broken')}</Status>
  return (
    <Status tone="idle">
      {winner === null ? t('round_over') : t('round_won', { camp: nameOf(winner, camps) })}
    </Status>
  )
}

type Camps = readonly Camp[]

const nameOf = (id: string, camps: Camps): string => camps.find((one) => one.id === id)?.name ?? id

/** What each camp came to, and who did most. */
const resultOf = ({ camps: scores, players }: RoundRow, camps: Camps, best: string): string =>
  [
    scores.map(({ id, score }) => `${nameOf(id, camps)} ${score}`).join(' : '),
    players[0] ? `${best} ${players[0].nickname} ${players[0].score}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
