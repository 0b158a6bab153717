import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import type { TestServer } from '../boot.ts'

type Draft = InputOf<typeof planApi.add>

let plans = 0

/** From eight until ten in the evening of every day, and then it is over. */
export const planDraft = (room_code: string, more: Partial<Draft> = {}): Draft => ({
  room_code,
  name: `晚间场${++plans}`,
  weekdays: more.date ? [] : [1, 2, 3, 4, 5, 6, 7],
  start: '20:00',
  stop: { mode: 2, at: '22:00' },
  ...more,
})

/** A plan as an administrator saves it. */
export async function buildPlan(
  server: Pick<TestServer, 'call' | 'login'>,
  room_code: string,
  more: Partial<Draft> = {},
): Promise<PlanRow> {
  const admin = await server.login('admin')
  const { code, msg, data } = await server.call(planApi.add, planDraft(room_code, more), admin)
  if (code !== 0) throw new Error(`the plan was not saved: ${msg}`)
  return data
}

const hours = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
})

/** The time of day in so many minutes, as a plan says it: `20:30`. */
export const timeIn = ({ clock }: Pick<TestServer, 'clock'>, minutes: number): string =>
  hours.format(clock.now() + minutes * 60_000)

/** The first time at which a plan is due, with what has come of it. */
export const firingOf = ({ db }: Pick<TestServer, 'db'>, plan_id: string) =>
  db.query
    .selectFrom('plan_firing')
    .selectAll()
    .where('plan_id', '=', plan_id)
    .orderBy('due_at')
    .executeTakeFirstOrThrow()
