import { instantText } from '@kaibo/contract/kernel/day.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { useToday } from '#kit/clock/use-now.ts'
import { shortText } from './business-time.ts'
import './cell.i18n.ts'
import styles from './cell.module.css'
import textStyles from '#kit/text/text.module.css'

/** `--` for what is empty, undefined or an empty object (spec §9). */
export function isEmptyCell(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The content of an empty cell. */
export const EmptyCell = () => <span className={styles.empty}>{EMPTY_CELL}</span>

export function Text({ value }: { value: string | number | null | undefined }) {
  return isEmptyCell(value) ? <EmptyCell /> : <>{value}</>
}

/** Without `¥`: in tables the column's title names the unit. */
export function Money({ fen }: { fen: number | null | undefined }) {
  if (fen === null || fen === undefined) return <EmptyCell />
  return (
    <span className={textStyles.number} data-kit="money">
      {formatFen(fen)}
    </span>
  )
}

export function Count({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <EmptyCell />
  return <span className={textStyles.number}>{value.toLocaleString('en-US')}</span>
}

/** `今天 20:03` in business time, with the full instant and its zone on hover. */
export function Instant({ at }: { at: number | null | undefined }) {
  const t = useText('cell')
  const day = useToday()
  if (!at) return <EmptyCell />
  return (
    <time
      className={textStyles.number}
      dateTime={new Date(at).toISOString()}
      title={`${instantText(at)} ${t('zone')}`}
    >
      {shortText(at, day, t('today'))}
    </time>
  )
}
