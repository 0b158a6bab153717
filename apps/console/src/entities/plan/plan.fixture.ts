import type { Firing, PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'

const HOUR_MS = 3_600_000

export const plan = (id: string, more: Partial<PlanRow> = {}): PlanRow => ({
  id,
  room_code: 'K7M2P9QX',
  name: id,
  zone: 'Asia/Shanghai',
  date: null,
  weekdays: [1],
  start: '20:00',
  stop: { mode: 2, at: '22:00', step_min: 5, cap_min: 30, gift_s: 60 },
  valid_from: null,
  valid_to: null,
  segment_count: 0,
  loop: false,
  late: 'skip',
  enabled: 1,
  is_demo: 0,
  version: 1,
  created_at: 0,
  updated_at: 0,
  updated_by: null,
  ...more,
})
export const firing = (plan_id: string, due_at: number, hours: number): Firing => ({
  id: `${plan_id}-${due_at}`,
  plan_id,
  room_code: 'K7M2P9QX',
  due_at,
  end_at: due_at + hours * HOUR_MS,
  status: 0,
  outcome: null,
  run_id: null,
  detail: null,
  detail_en: null,
})
export const listOf = (list: PlanRow[], firings: Firing[] = [], pc = 'p1'): PlanList => ({
  list,
  firings,
  rooms: list.map(({ room_code }) => ({ room_code, name: '', pc: { id: pc, name: pc } })),
  voice: [],
  settings: null,
})
