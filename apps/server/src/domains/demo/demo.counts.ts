import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'

/** The sets by which the rooms of the demonstration have run. */
export interface DemoSets {
  /** 默认话术. */
  usual: string
  /** Of gifts of ten yuan and more. */
  large: string
  /** The one rule of it. */
  node: string
}

const MINUTE_MS = 60_000
const LARGE_FEN = 1_000
const HUGE_FEN = 10_000

interface Row {
  set_id: string
  v: number
  node_id: string
  outcome: string
  n: number
}

/** What the rules counted while these gifts came, minute by minute, as a PC says it. */
export function countsIn(items: readonly SpoolItem[], sets: DemoSets): SpoolItem[] {
  const minutes = new Map<string, { of: Minute; rows: Map<string, Row> }>()
  for (const item of items) {
    if (item.type !== 'event' || !item.event.gift) continue
    const { run_id, event } = item
    const minute = Math.floor(event.at / MINUTE_MS)
    const key = `${run_id}/${minute}`
    const of = { room_code: event.room_code, run_id, minute }
    const { rows } = minutes.get(key) ?? { rows: new Map<string, Row>() }
    minutes.set(key, { of, rows })
    for (const row of rowsOf(event.gift?.fen ?? 0, sets)) {
      const name = `${row.set_id}/${row.node_id}`
      rows.set(name, { ...row, n: (rows.get(name)?.n ?? 0) + 1 })
    }
  }
  return [...minutes.values()].map(({ of, rows }) => ({
    type: 'counts',
    ...of,
    rows: [...rows.values()],
  }))
}

interface Minute {
  room_code: string
  run_id: string | null
  minute: number
}

function rowsOf(fen: number, { usual, large, node }: DemoSets): Row[] {
  const size = fen >= HUGE_FEN ? 'huge' : fen >= LARGE_FEN ? 'large' : 'small'
  const fired = { v: 1, outcome: 'FIRED', n: 1 }
  const heard = { v: 1, outcome: 'HEARD', n: 1, node_id: '' }
  return [
    { set_id: usual, ...heard },
    { set_id: large, ...heard },
    { set_id: usual, node_id: `gift-${size}`, ...fired },
    ...(size === 'small' ? [] : [{ set_id: large, node_id: node, ...fired }]),
  ]
}
