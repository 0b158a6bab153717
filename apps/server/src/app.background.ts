import { verifyChain } from '#domains/audit/audit.verify.ts'
import { reconcile } from '#domains/income/reconcile.ts'
import type { Ingest } from '#domains/ingest/ingest.service.ts'
import { createJobs } from '#domains/job/job.service.ts'
import type { Link } from '#domains/link/link.service.ts'
import { createRetention } from '#domains/retention/retention.service.ts'
import { createChecks } from '#domains/system/system.checks.ts'
import { createSystem } from '#domains/system/system.state.ts'
import { createPackSweep } from '#domains/talk/talk.packs.sweep.ts'
import { createReplayJob } from '#domains/talk/talk.replay.ts'
import { createTapeSweep } from '#domains/talk/talk.tape.sweep.ts'
import type { Job } from '#platform/job.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'
import { createPcCount } from './count-pcs.ts'
import type { OpenPlatform } from './open-platform.ts'

interface BackgroundNeeds {
  ingest: Pick<Ingest, 'backlog'>
  link: Pick<Link, 'size' | 'heardSince'>
  /** Work that a domain does beside its own. */
  own: readonly Job<Tables>[]
}

/** What goes on without anybody asking, and what the system says of itself. */
export function createBackground(
  platform: OpenPlatform,
  config: Config,
  { ingest, link, own }: BackgroundNeeds,
) {
  const { db, seal, live, instance } = platform
  const checks = createChecks(platform, {
    async reconcile(signal) {
      const differences = await reconcile(db, signal)
      return { checked: 0, found: differences.length }
    },
    async audit(signal) {
      const { rows, broken } = await verifyChain(db, seal, signal)
      return { checked: rows, found: broken ? 1 : 0 }
    },
  })
  const jobs = createJobs(platform, [
    ...own,
    createRetention(platform, config.keepDays),
    createPackSweep(platform),
    createTapeSweep(platform),
    createReplayJob(platform),
    checks.job,
  ])
  const system = createSystem(platform, {
    dataDir: config.dataDir,
    hasRedis: config.redisUrl !== undefined,
    backlog: () => ingest.backlog,
    now: () => ({ agents: link.size, consoles: live.size, offset_ms: platform.offset() }),
    jobs: () => jobs.list(),
    checks: (now) => checks.lines(now),
  })
  instance.describe(async () => ({
    agents: link.size,
    consoles: live.size,
    more: await system.facts(),
  }))
  return { jobs, system, pcCount: createPcCount(platform, link) }
}
