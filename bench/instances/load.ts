import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { woken } from '@kaibo/server/domains/link/link.store.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import { idsSince } from '@kaibo/server/platform/bus/rows.store.ts'
import type { Db } from '@kaibo/server/platform/db/db.ts'
import { partnerDanmu } from '@kaibo/testkit/build/event.build.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'

const SECONDS = 10
const ASKED = 500
const PUSHERS = 6
const READERS = 12
const EVENTS_A_PUSH = 100

interface Asking {
  db: Db<Tables>
  instance_id: string
}

/** What each server asks the database once a second, always: in percent of a core. */
export async function costOfAsking({ db, instance_id }: Asking): Promise<number> {
  const ask = async () => {
    await woken(db.query, null, { instance_id, after: 0 })
    await idsSince(db.query, db.dialect, instance_id, { at: Date.now() - 10_000 })
  }
  await ask()
  const before = process.cpuUsage()
  for (let n = 0; n < ASKED; n++) await ask()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1_000_000 / ASKED) * 100
}

/** Repeats the work for some seconds, by so many at once; answers the sum of what it answers, a second. */
async function perSecond(workers: number, work: (n: number) => Promise<number>): Promise<number> {
  const ends = performance.now() + SECONDS * 1_000
  let sum = 0
  let n = 0
  const worker = async () => {
    while (performance.now() < ends) {
      const done = await work(n++)
      // Not `sum += await …`: that reads the sum before it waits, and loses what the others add meanwhile.
      sum += done
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return sum / SECONDS
}

const turn = <One>(all: readonly One[], n: number): One => {
  const one = all[n % all.length]
  if (one === undefined) throw new Error('nothing to take turns with')
  return one
}

let pushes = 0

/** Events of partners that are stored, by these servers in turn. */
export const admitted = (
  urls: readonly string[],
  accounts: readonly { room_code: string; push_key: string }[],
): Promise<number> =>
  perSecond(PUSHERS, async (n) => {
    const { room_code, push_key } = turn(accounts, n)
    const push = ++pushes
    const events = Array.from({ length: EVENTS_A_PUSH }, (_, i) =>
      partnerDanmu(room_code, { event_id: `load-${push}-${i}`, at: Date.now() }),
    )
    const answer = await pushEvents(turn(urls, n), {
      key: push_key,
      secret: PUSH_SECRET,
      room_code,
      events,
    })
    const { data } = (await answer.json()) as { data: { accepted: number } | null }
    return data?.accepted ?? 0
  })

/** First pages of the list of rooms. */
export const listReads = (urls: readonly string[], token: string): Promise<number> =>
  perSecond(READERS, async (n) => {
    const answer = await fetch(`${turn(urls, n)}${roomApi.list.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { code } = (await answer.json()) as { code: number }
    return code === 0 ? 1 : 0
  })
