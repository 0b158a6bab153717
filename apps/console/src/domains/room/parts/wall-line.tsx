import type { ReactNode } from 'react'
import { formatFenShort } from '@kaibo/contract/kernel/money.ts'
import { useText } from '#client/i18n.ts'
import type { WallSums } from '../room.wall.ts'
import styles from './wall-line.module.css'

interface WallLineProps {
  sums: WallSums
  onAir: () => void
  onAttention: () => void
  onToday: () => void
  onRate: () => void
}

/** The night in four figures, of the rooms that show; each opens what it is made of. */
export function WallLine({ sums, onAir, onAttention, onToday, onRate }: WallLineProps) {
  const t = useText('wall')
  const { all, on_air, starting, attention, today_fen, week_ago_fen, per_minute } = sums
  return (
    <section className={styles.line} aria-label={t('line')}>
      <Figure
        name={t('on_air')}
        hint={t('on_air_hint')}
        onPress={onAir}
        beside={starting > 0 ? t('starting', { count: starting }) : null}
      >
        {on_air}
        <small>/{all}</small>
      </Figure>
      <Figure
        name={t('attention')}
        hint={t('attention_hint')}
        onPress={attention > 0 ? onAttention : undefined}
        tone={attention > 0 ? 'attention' : undefined}
      >
        {attention}
      </Figure>
      <Figure
        name={t('today')}
        hint={t('today_hint')}
        onPress={onToday}
        beside={
          week_ago_fen > 0 ? (
            <span title={t('week_ago_hint', { money: formatFenShort(week_ago_fen) })}>
              {t('week_ago', { change: changeOf(today_fen, week_ago_fen) })}
            </span>
          ) : null
        }
      >
        {formatFenShort(today_fen)}
      </Figure>
      <Figure name={t('per_minute')} hint={t('per_minute_hint')} onPress={onRate}>
        {formatFenShort(per_minute)}
      </Figure>
    </section>
  )
}

/** Holds the line's place while its figures are on their way. */
export const WallLineStandIn = () => (
  <div className={styles.line} aria-hidden="true">
    {['on_air', 'attention', 'today', 'per_minute'].map((figure) => (
      <div key={figure} className={styles.figure} />
    ))}
  </div>
)

/** `↑12.4%`: up and down by an arrow, never by a colour alone. */
function changeOf(now: number, before: number): string {
  const share = (now / before - 1) * 100
  const size = Math.abs(share)
  return `${share < 0 ? '↓' : '↑'}${size.toFixed(size < 100 ? 1 : 0)}%`
}

interface FigureProps {
  name: string
  hint: string
  /** Without it there is nothing to open. */
  onPress: (() => void) | undefined
  tone?: 'attention' | undefined
  beside?: ReactNode
  children: ReactNode
}

function Figure({ name, hint, onPress, tone, beside, children }: FigureProps) {
  const figure = (
    <>
      <span className={styles.name}>{name}</span>
      <strong>{children}</strong>
    </>
  )
  return (
    <div className={styles.figure} data-tone={tone}>
      {onPress ? (
        <button type="button" title={hint} onClick={onPress}>
          {figure}
        </button>
      ) : (
        <span>{figure}</span>
      )}
      {beside ? <span className={styles.beside}>{beside}</span> : null}
    </div>
  )
}
