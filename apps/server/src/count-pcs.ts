import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Standing } from '#domains/job/job.standing.ts'
import type { Link } from '#domains/link/link.service.ts'
import type { OpenPlatform } from './open-platform.ts'

/** Counts the PCs of all servers on one of them: added up from each, a PC that changes its server would count twice. */
export function createPcCount({ db }: OpenPlatform, link: Pick<Link, 'heardSince'>) {
  let counted: { count: number; at: number } | undefined
  const standing: Standing = {
    unit: 'pcs',
    begin: async () => {},
    async end() {
      counted = undefined
    },
    async beat() {
      const { count } = await db.query
        .selectFrom('pc')
        .select(db.query.fn.countAll<number>().as('count'))
        .where(presenceSince(link.heardSince()), '=', PcPresence.online)
        .executeTakeFirstOrThrow()
      counted = { count, at: performance.now() }
    },
  }
  const pcs = () =>
    counted && {
      count: counted.count,
      age_s: Math.round((performance.now() - counted.at) / 1_000),
    }
  return { standing, pcs }
}
