import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import styles from '../game.module.css'

/** What gifts and danmu do in a game, as viewers may read it, and its camps. */
export function GamePlay({ game }: { game: GameRow }) {
  const t = useText('game')
  const { camps, commands, gift_map, keyword_map, round_max_min } = game
  const labelOf = (name: string) => commands.find((one) => one.name === name)?.label ?? name
  const plays = [
    ...gift_map.map(({ gift, ...rest }) => ({ by: gift, kind: t('gift_map'), ...rest })),
    ...keyword_map.map(({ word, ...rest }) => ({ by: word, kind: t('keyword_map'), ...rest })),
  ]
  return (
    <section className={styles.card} aria-label={t('part_play')}>
      <h2>{t('part_play')}</h2>
      <p className={styles.foot}>
        {camps.map(({ id, name, colour }) => (
          <span key={id} className={styles.camp}>
            <i aria-hidden style={{ background: colour }} />
            {name}
          </span>
        ))}
        <span className={styles.soft}>{t('round_at_most', { minutes: round_max_min })}</span>
      </p>
      {plays.length === 0 ? (
        <p className={styles.note}>{t('plays_none')}</p>
      ) : (
        <table className={styles.plays}>
          <thead>
            <tr>
              <th scope="col">{t('by')}</th>
              <th scope="col">{t('text')}</th>
              <th scope="col">{t('commands')}</th>
            </tr>
          </thead>
          <tbody>
            {plays.map(({ by, kind, text, command }) => (
              <tr key={`${kind} ${by}`}>
                <th scope="row">
                  {by} <small>{kind}</small>
                </th>
                <td>{text}</td>
                <td>{labelOf(command)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
