import type { TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import type { DomainSamples, Scenario, Sample } from '@kaibo/testkit/rights.ts'
import { accountSamples } from '#domains/account/account.samples.ts'
import { assetSamples } from '#domains/asset/asset.samples.ts'
import { auditSamples } from '#domains/audit/audit.samples.ts'
import { authSamples } from '#domains/auth/auth.samples.ts'
import { commissionSamples } from '#domains/commission/commission.samples.ts'
import { gameSamples } from '#domains/game/game.samples.ts'
import { gameLinkSamples } from '#domains/game-link/game-link.samples.ts'
import { groupSamples } from '#domains/group/group.samples.ts'
import { historySamples } from '#domains/history/history.samples.ts'
import { incomeSamples } from '#domains/income/income.samples.ts'
import { ingestSamples } from '#domains/ingest/ingest.samples.ts'
import { legacySamples } from '#domains/legacy/legacy.samples.ts'
import { liveAccountSamples } from '#domains/live-account/live-account.samples.ts'
import { lookupSamples } from '#domains/lookup/lookup.samples.ts'
import { monitorSamples } from '#domains/monitor/monitor.samples.ts'
import { orgSamples } from '#domains/org/org.samples.ts'
import { planSamples } from '#domains/plan/plan.samples.ts'
import { roomSamples } from '#domains/room/room.samples.ts'
import { searchSamples } from '#domains/search/search.samples.ts'
import { stageSamples } from '#domains/stage/stage.samples.ts'
import { systemSamples } from '#domains/system/system.samples.ts'
import { talkSamples } from '#domains/talk/talk.samples.ts'
import { uploadSamples } from '#domains/upload/upload.samples.ts'
import { viewSamples } from '#domains/view/view.samples.ts'
import { voiceSamples } from '#domains/voice/voice.samples.ts'

const domains: readonly DomainSamples[] = [
  authSamples,
  accountSamples,
  groupSamples,
  orgSamples,
  auditSamples,
  uploadSamples,
  assetSamples,
  viewSamples,
  roomSamples,
  planSamples,
  talkSamples,
  gameSamples,
  gameLinkSamples,
  voiceSamples,
  stageSamples,
  liveAccountSamples,
  lookupSamples,
  monitorSamples,
  incomeSamples,
  commissionSamples,
  historySamples,
  searchSamples,
  systemSamples,
  legacySamples,
  ingestSamples,
]

/** One line for each call of the contract; the matrix fails while one is missing. */
export const samples: Readonly<Record<string, Sample>> = Object.assign(
  {},
  ...domains.map(({ calls }) => calls),
)

const AHEAD_MS = 60_000

/**
 * Another organisation with what every domain has of one, and by what all that is known. It is made later than everything
 * else, so that it comes first in a list that shows too much.
 */
export async function buildForeign(
  server: TestServer,
): Promise<{ foreign: OnAir; known: string[] }> {
  const now = server.clock.now()
  server.clock.set(now + AHEAD_MS)
  const org_id = 'org-foreign'
  const foreign = await buildOnAir(server.platform, { org_id })
  const { room, account, pc, run } = foreign
  const known = [room.room_code, room.id, account.account_id, pc.id, run.run_id]
  for (const { rows } of domains)
    if (typeof rows === 'function') known.push(...(await rows(server, org_id)))
  server.clock.set(now)
  return { foreign, known }
}

let grounds = 0

/** An organisation of the caller's own with a room on air, beside the other. */
export async function scenario(server: TestServer, url: string, foreign: OnAir): Promise<Scenario> {
  const org_id = `org-${++grounds}`
  const own = await buildOnAir(server.platform, { org_id })
  return { server, url, org_id, own, foreign }
}
