import { PlayState } from '@kaibo/contract/game/game.enums.ts'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import type { GameState } from '@kaibo/contract/game-link/game-link.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { CommandLine } from './command-line.tsx'
import { LinkStatus } from './link-status.tsx'
import { OwedGifts } from './owed-gifts.tsx'
import './game-card.i18n.ts'
import styles from './game-card.module.css'
import textStyles from '#kit/text/text.module.css'

type Link = NonNullable<GameState['link']>

const EVERY_MS = 3_000
interface GameCardProps {
  room_code: string
  game: { id: string; name: string }
  className?: string | undefined
}

/** The game of a room on air: whether it is there, what it stands at, what it can be told, and which gifts it owes. */
export function GameCard({ room_code, game, className }: GameCardProps) {
  const t = useText('game_card')
  const state = useCall(gameLinkApi.state, { room_code }, { refetchMs: EVERY_MS })
  const link = state.data?.link ?? null
  return (
    <section className={className} aria-label={t('title')}>
      <h2>
        {t('title')}
        <small>{game.name}</small>
      </h2>
      <Panel
        loading={state.isPending}
        error={state.error}
        filled={state.data !== undefined}
        onRetry={() => void state.refetch()}
      >
        {link ? <LinkLine link={link} /> : <Status tone="idle">{t('unknown')}</Status>}
        <Values game_id={game.id} vars={state.data?.vars ?? []} />
        {link?.state === 'connected' ? (
          <CommandLine room_code={room_code} game_id={game.id} />
        ) : null}
      </Panel>
      <OwedGifts of={{ room_code }} />
    </section>
  )
}

function LinkLine({ link }: { link: Link }) {
  const t = useText('game_card')
  const lang = useLanguage()
  const { state, round_seq, status, waiting, url, fault } = link
  const known = Object.values(PlayState).find((one) => one === status)
  const shown = known ? labelOf(PlayState, known, lang) : status
  return (
    <>
      <p className={styles.line}>
        <LinkStatus state={state} />
        {round_seq > 0 ? <span>{t('round', { seq: round_seq, status: shown })}</span> : null}
        {waiting > 0 ? (
          <span className={textStyles.meta}>{t('queued', { count: waiting })}</span>
        ) : null}
      </p>
      {fault === null ? null : (
        <p role="status" className={styles.line}>
          {fault}
        </p>
      )}
      {url === '' ? null : (
        <p className={styles.line}>
          <a href={url} target="_blank" rel="noreferrer">
            {t('open')}
          </a>
        </p>
      )}
    </>
  )
}

/** What the rules know of it, by the names that the game's people gave. */
function Values({ game_id, vars }: { game_id: string; vars: NonNullable<GameState['vars']> }) {
  const { data } = useCall(lookupApi.vars, { game_id })
  if (vars.length === 0) return null
  const nameOf = (key: string) => data?.list.find(({ id }) => id === key)?.name ?? key
  return (
    <dl className={styles.values}>
      {vars.map(({ key, value }) => (
        <div key={key}>
          <dt>{nameOf(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
