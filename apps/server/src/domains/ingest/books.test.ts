import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'

/**
 * Random evenings of two guilds with two accounts each: few identifiers, so that they repeat, clash and conflict all the time,
 * in whatever order and by whatever way they come. What the books hold must be what a few lines of a model hold.
 */
const SEEDS = [1, 2, 3, 4, 5, 6]
const BATCHES = 40
const IDS = 25
const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

/** Mulberry32: the same evening at each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }
}

interface Booked {
  account: string
  money: boolean
  fen: number
  count: number
  counted: boolean
}

const isMoney = ({ kind }: LiveEvent) => kind === 'gift'

/** First come, first served: by organisation, source and identifier. */
class Model {
  readonly #booked = new Map<string, Booked>()
  readonly fen = new Map<string, number>()
  readonly told = new Set<string>()

  /** Money first: of one batch it has the identifier. */
  take(air: OnAir, events: readonly LiveEvent[]) {
    const answer = { accepted: 0, repeated: 0, refused: 0 }
    for (const event of [...events.filter(isMoney), ...events.filter((one) => !isMoney(one))])
      answer[this.#one(air, event)] += 1
    return answer
  }

  #one(air: OnAir, event: LiveEvent): 'accepted' | 'repeated' | 'refused' {
    const key = `${air.room.org_id} ${event.source} ${event.event_id}`
    const claim = {
      account: air.account.account_id,
      money: event.gift !== undefined,
      fen: event.gift?.fen ?? 0,
      count: event.gift?.count ?? 0,
      counted: event.gift !== undefined && !event.is_test,
    }
    const was = this.#booked.get(key)
    if (!was) {
      this.#booked.set(key, claim)
      if (claim.counted) this.#add(air, event, claim.fen)
      return 'accepted'
    }
    const isSame =
      was.account === claim.account &&
      was.money === claim.money &&
      was.fen === claim.fen &&
      was.count === claim.count &&
      (was.counted || !claim.counted)
    if (isSame) return 'repeated'
    // A clash of which neither is money is nobody's loss.
    if (was.money || claim.money)
      this.told.add(JSON.stringify([air.room.org_id, claim.account, key, claim.fen, claim.count]))
    return 'refused'
  }

  #add(air: OnAir, { at }: LiveEvent, fen: number) {
    const day = at < TEST_NOW ? 'yesterday' : 'today'
    for (const key of [`run ${air.run.run_id}`, `${air.account.account_id} ${day}`])
      this.fen.set(key, (this.fen.get(key) ?? 0) + fen)
  }
}

function eventOf(roll: (sides: number) => number, room_code: string): LiveEvent {
  const event_id = `id-${roll(IDS)}`
  const source = roll(4) === 0 ? 'other' : 'partner'
  const at = TEST_NOW - roll(2) * DAY_MS
  const facts = { event_id, source, at, user: { open_id: `v${roll(3)}`, nickname: '观众' } }
  if (roll(4) === 0) return danmuEvent(room_code, facts)
  // Mostly the same amount for the same identifier, or nothing would ever be a plain repeat.
  const odd = roll(5) === 0 ? roll(3) : 0
  const gift = { fen: 100 + odd, count: roll(8) === 0 ? 2 : 1 }
  return giftEvent(room_code, { ...facts, is_test: roll(10) === 0, gift })
}

test.each(SEEDS)('evening %i', async (seed) => {
  const roll = dice(seed)
  const model = new Model()
  const orgs = [`a-${seed}`, `b-${seed}`]
  const rooms: OnAir[] = []
  for (const org_id of [...orgs, ...orgs])
    rooms.push(
      await buildOnAir(server.platform, { org_id, run: { started_at: TEST_NOW - 2 * DAY_MS } }),
    )
  const sent: { air: OnAir; events: LiveEvent[] }[] = []
  for (let batch = 0; batch < BATCHES; batch++) {
    const again = sent[roll(Math.max(1, sent.length))]
    const air = rooms[roll(rooms.length)] as OnAir
    const fresh = {
      air,
      events: Array.from({ length: 1 + roll(8) }, () => eventOf(roll, air.room.room_code)),
    }
    // A third comes once more, in another order.
    const next =
      again && roll(3) === 0
        ? { ...again, events: again.events.toSorted(() => roll(3) - 1) }
        : fresh
    sent.push(next)
    const expected = model.take(next.air, next.events)
    const { account, room, pc, run } = next.air
    if (roll(2) === 0) {
      const answer = await server.app.ingest.push(account.account_id, room.room_code, next.events)
      expect({ ...answer, refused: answer.refused.length }).toEqual(expected)
    } else {
      const items = next.events.map((event) => ({ type: 'event', run_id: run.run_id, event }))
      const spool = (first_seq: number) =>
        server.app.ingest.storeSpool(pc.id, `batch-${batch}`, first_seq, items)
      expect((await spool(1)).refused).toHaveLength(expected.refused)
      // Its acknowledgement was lost.
      expect(await spool(1)).toEqual({ up_to: items.length, refused: [] })
    }
  }

  const { query } = server.db
  const fenOf = (key: string) => model.fen.get(key) ?? 0
  for (const { run, account } of rooms) {
    const { gift_fen } = await query
      .selectFrom('run')
      .select('gift_fen')
      .where('run_id', '=', run.run_id)
      .executeTakeFirstOrThrow()
    expect(gift_fen).toBe(fenOf(`run ${run.run_id}`))
    const days = await query
      .selectFrom('account_day')
      .select(['day', 'fen'])
      .where('account_id', '=', account.account_id)
      .execute()
    const { account_id } = account
    for (const [day, name] of [
      ['2026-03-01', 'yesterday'],
      ['2026-03-02', 'today'],
    ] as const)
      expect(days.find((one) => one.day === day)?.fen ?? 0).toBe(fenOf(`${account_id} ${name}`))
  }
  const told = await query
    .selectFrom('refused_event')
    .select(['org_id', 'account_id', 'source', 'event_id', 'fen', 'count'])
    .where('org_id', 'in', orgs)
    .execute()
  const asModel = told.map(({ org_id, account_id, source, event_id, fen, count }) =>
    JSON.stringify([org_id, account_id, `${org_id} ${source} ${event_id}`, fen ?? 0, count ?? 0]),
  )
  expect(new Set(asModel)).toEqual(model.told)
  expect(await reconcile(server.db)).toEqual([])
})
