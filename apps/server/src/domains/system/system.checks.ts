import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job, Lease } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './system.checks.store.ts'
import { fact, instantWords, line, type Line } from './system.line.ts'

type Name = store.SelfCheck['name']

/** What was looked at, and how much of it is wrong. */
export interface Checked {
  checked: number
  found: number
}

/** Looks at everything; ends early, by an error, when it is told to. */
export type Check = (signal: AbortSignal) => Promise<Checked>

/** A check that is older was missed: they come once a day. */
const MISSED_MS = 1.5 * DAY_MS
/** Well within a lease. */
const RENEW_MS = 10_000

/** As its job is called in the table of leases. */
export const CHECKS = 'checks'

const KINDS: Record<Name, { called: Words; command: string }> = {
  reconcile: { called: words('收入对账', 'Books'), command: 'npm run reconcile' },
  audit: { called: words('操作记录核对', 'Audit log'), command: 'npm run audit:verify' },
}
const NAMES = Object.keys(KINDS) as Name[]

/** A check may take longer than a lease: meanwhile no other server begins the same. */
async function holding<Result>(lease: Lease<Tables>, work: () => Promise<Result>) {
  const renewing = setInterval(() => {
    // Whether it is lost, the last transaction says.
    lease.transaction(async () => {}).catch(() => {})
  }, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}

/** The books and the audit's chain are checked once a day, by one server; what was found last is kept. */
export function createChecks({ db, log }: Platform<Tables>, run: Record<Name, Check>) {
  const job: Job<Tables> = {
    name: CHECKS,
    called: words('每日核对', 'Daily checks'),
    units: NAMES,
    everyMs: DAY_MS,
    async work(lease) {
      const name = NAMES.find((one) => one === lease.unit)
      if (!name) throw new Error(`there is no check ${lease.unit}`)
      const began = performance.now()
      try {
        const checked = await holding(lease, () => run[name](lease.signal))
        const ms = Math.round(performance.now() - began)
        if (checked.found > 0)
          log.error({ check: name, ...checked }, 'a check has found what is wrong')
        await lease.transaction((trx) =>
          store.keep(trx, { name, at: lease.taken_at + ms, ms, ...checked }),
        )
      } catch (error) {
        if (lease.signal.aborted) return 'more'
        throw error
      }
      return 'done'
    },
  }

  return {
    job,
    async lines(now: number): Promise<Line[]> {
      const done = await store.checks(db.query)
      return NAMES.map((name) =>
        lineOf(
          name,
          now,
          done.find((one) => one.name === name),
        ),
      )
    },
  }
}

function lineOf(name: Name, now: number, done: store.SelfCheck | undefined): Line {
  const { called, command } = KINDS[name]
  const when = words('上次', 'last')
  if (!done)
    return line(name, called, [], [fact(when, words('还没有，每天一次', 'not yet; daily'))])
  const { at, found, checked, ms } = done
  const wrong = []
  if (found > 0)
    wrong.push(
      words(
        `发现 ${found} 处异常，请运行 ${command} 查看，并保留现场`,
        `${found} things are wrong: run ${command} to see them, and keep everything as it is`,
      ),
    )
  if (now - at > MISSED_MS)
    wrong.push(
      words(
        `已超过一天半没有核对，请看「每日核对」为什么没有运行，或运行 ${command}`,
        `It was not checked for over a day and a half: see why the daily checks do not run, or run ${command}`,
      ),
    )
  return line(name, called, wrong, [
    fact(when, instantWords(at)),
    ...(checked > 0
      ? [fact(words('核对', 'looked at'), words(`${checked} 条`, `${checked} rows`))]
      : []),
    fact(words('用时', 'took'), words(`${seconds(ms)} 秒`, `${seconds(ms)} s`)),
  ])
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
