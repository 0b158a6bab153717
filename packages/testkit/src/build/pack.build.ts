import { createHash } from 'node:crypto'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'

/** A pack of these sets, or of a body that is none; answers its hash, for the room that is to run by it. */
export async function buildPack(
  { db, clock }: Platform<Tables>,
  of: readonly RuleSet[] | string,
): Promise<string> {
  const body = typeof of === 'string' ? of : JSON.stringify(bundleOf(of.map(unchanged)))
  const hash = createHash('sha256').update(body).digest('base64url')
  await db.query
    .insertInto('pack')
    .values({ hash, kind: 'bundle', body, at: clock.now() })
    .onConflict((on) => on.column('hash').doNothing())
    .execute()
  return hash
}
