import type { TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import type { DomainSamples, Ground, Sample } from '@kaibo/testkit/rights.ts'
import { accountSamples } from '#domains/account/account.samples.ts'
import { auditSamples } from '#domains/audit/audit.samples.ts'
import { authSamples } from '#domains/auth/auth.samples.ts'
import { commissionSamples } from '#domains/commission/commission.samples.ts'
import { groupSamples } from '#domains/group/group.samples.ts'
import { incomeSamples } from '#domains/income/income.samples.ts'
import { ingestSamples } from '#domains/ingest/ingest.samples.ts'
import { legacySamples } from '#domains/legacy/legacy.samples.ts'
import { liveAccountSamples } from '#domains/live-account/live-account.samples.ts'
import { lookupSamples } from '#domains/lookup/lookup.samples.ts'
import { monitorSamples } from '#domains/monitor/monitor.samples.ts'
import { orgSamples } from '#domains/org/org.samples.ts'
import { roomSamples } from '#domains/room/room.samples.ts'
import { uploadSamples } from '#domains/upload/upload.samples.ts'
import { viewSamples } from '#domains/view/view.samples.ts'

const domains: readonly DomainSamples[] = [
  authSamples,
  accountSamples,
  groupSamples,
  orgSamples,
  auditSamples,
  uploadSamples,
  viewSamples,
  roomSamples,
  liveAccountSamples,
  lookupSamples,
  monitorSamples,
  incomeSamples,
  commissionSamples,
  legacySamples,
  ingestSamples,
]

/** One line for each call of the contract; the matrix fails while one is missing. */
export const samples: Readonly<Record<string, Sample>> = Object.assign(
  {},
  ...domains.map(({ calls }) => calls),
)

let grounds = 0

/** Two organisations with a room on air each. */
export async function ground(server: TestServer, url: string): Promise<Ground> {
  const [org_id, other] = [`org-${++grounds}`, `org-${++grounds}`]
  const own = await buildOnAir(server.platform, { org_id })
  const foreign = await buildOnAir(server.platform, { org_id: other })
  return { server, url, org_id, own, foreign }
}

/** What every domain has of the other organisation, made, and by what it is known. */
export async function traces({ server, foreign }: Ground): Promise<string[]> {
  const { room, account, pc, run } = foreign
  const known = [room.room_code, room.id, account.account_id, pc.id, run.run_id]
  for (const { rows } of domains)
    if (typeof rows === 'function') known.push(...(await rows(server, room.org_id)))
  return known
}
