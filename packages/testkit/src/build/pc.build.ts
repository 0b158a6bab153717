import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'

export type Pc = Selectable<Tables['pc']>

/** An Ed25519 key as a PC makes it: `public_key` is what enrolment sends. */
export function pcKey(): { public_key: string; private_key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { public_key, private_key: privateKey }
}

/** An enrolled PC that has not connected yet, in the default organisation; `private_key` signs its connections. */
export async function buildPc(
  { db, ids, clock, search }: Platform<Tables>,
  overrides: Partial<Pc> = {},
): Promise<Pc & { private_key: KeyObject }> {
  const now = clock.now()
  const id = overrides.id ?? ids.next(now)
  const { public_key, private_key } = pcKey()
  const pc: Pc = {
    id,
    name: `PC${id.slice(-6)}`,
    org_id: 'default',
    public_key,
    enrolled_at: now,
    agent_version: null,
    facts_json: null,
    metrics_json: null,
    boot_id: null,
    last_seen_at: overrides.online === 1 ? now : null,
    online: 0,
    skew_ms: null,
    is_demo: 0,
    instance_id: null,
    wake_seq: 0,
    link_epoch: 0,
    obeyed_seq: null,
    key_no: 0,
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
    ...overrides,
  }
  await db.query.insertInto('pc').values(pc).execute()
  await search.keep(db.query, 'pc', [id])
  return { ...pc, private_key }
}
