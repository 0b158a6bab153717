import dayjs from 'dayjs'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import './cell.css'
import './cell.i18n.ts'

/** `--` for what is empty, undefined or an empty object (spec §9). */
export function isEmptyCell(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

export function Text({ value }: { value: string | number | null | undefined }) {
  return isEmptyCell(value) ? <span className="cell-empty">{EMPTY_CELL}</span> : <>{value}</>
}

/** In tables without `¥`: the unit stands in the column's title. */
export function Money({ fen }: { fen: number | null | undefined }) {
  if (fen === null || fen === undefined) return <span className="cell-empty">{EMPTY_CELL}</span>
  return <span className="cell-number cell-money">{formatFen(fen)}</span>
}

export function Count({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <span className="cell-empty">{EMPTY_CELL}</span>
  return <span className="cell-number">{value.toLocaleString('en-US')}</span>
}

/** `今天 20:03`, with the full instant on hover. */
export function Instant({ at }: { at: number | null | undefined }) {
  const t = useText('cell')
  if (!at) return <span className="cell-empty">{EMPTY_CELL}</span>
  const when = dayjs(at)
  const same = when.isSame(dayjs(), 'day')
  const year = when.isSame(dayjs(), 'year')
  const text = same
    ? `${t('today')} ${when.format('HH:mm')}`
    : when.format(year ? 'MM-DD HH:mm' : 'YYYY-MM-DD HH:mm')
  return (
    <time
      className="cell-number"
      dateTime={when.toISOString()}
      title={when.format('YYYY-MM-DD HH:mm:ss')}
    >
      {text}
    </time>
  )
}
