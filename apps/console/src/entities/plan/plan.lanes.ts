import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { wallAt } from '@kaibo/contract/kernel/zone.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanList } from '@kaibo/contract/plan/plan.schema.ts'
import { DAY_MINUTES, type Block } from './plan.week.ts'

const WEEK_MINUTES = 7 * DAY_MINUTES
const MINUTE_MS = 60_000

export interface RoomLane {
  room_code: string
  name: string
  blocks: Block[]
}

/** A PC with the rooms that it runs; rooms without one stand together. */
export interface PcLane {
  id: string
  name: string | undefined
  rooms: RoomLane[]
  /** When it is needed, in minutes of the week. */
  taken: [from: number, to: number][]
}

/** The minutes since Monday's midnight at an instant, by business time. */
export function minuteOfWeek(at: number, monday: number): number {
  const { day, minutes } = wallAt(DEFAULT_ZONE, at)
  return ((day - monday) / DAY_MS) * DAY_MINUTES + minutes
}

/** The rooms of a list by their PC, each with its blocks along the week. */
export function lanesOf({ list, firings, rooms }: PlanList, monday: number): PcLane[] {
  const plans = new Map(list.map((plan) => [plan.id, plan]))
  const blocks = new Map<string, Block[]>()
  for (const firing of firings) {
    if (firing.outcome === 'cancelled') continue
    const begin = minuteOfWeek(firing.due_at, monday)
    const end = begin + Math.max(1, Math.round((firing.end_at - firing.due_at) / MINUTE_MS))
    const [from, to] = [Math.max(0, begin), Math.min(WEEK_MINUTES, end)]
    if (from >= to) continue
    const key = `${firing.plan_id}-${firing.due_at}`
    const block = { key, firing, plan: plans.get(firing.plan_id), day: 0, from, to }
    const own = blocks.get(firing.room_code) ?? []
    blocks.set(firing.room_code, [...own, { ...block, lane: 0, lanes: 1 }])
  }
  const pcs = new Map<string, PcLane>()
  for (const { room_code, name, pc } of rooms) {
    const id = pc?.id ?? ''
    const lane = pcs.get(id) ?? { id, name: pc?.name, rooms: [], taken: [] }
    pcs.set(id, lane)
    lane.rooms.push({ room_code, name, blocks: blocks.get(room_code) ?? [] })
  }
  const found = [...pcs.values()]
  for (const pc of found) pc.taken = union(pc.rooms.flatMap((room) => room.blocks))
  const last = (pc: PcLane) => Number(pc.name === undefined)
  return found.sort((a, b) => last(a) - last(b) || (a.name ?? '').localeCompare(b.name ?? ''))
}

/** What they cover together. */
function union(blocks: readonly Block[]): [number, number][] {
  const found: [number, number][] = []
  for (const { from, to } of [...blocks].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}
