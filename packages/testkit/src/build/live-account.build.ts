import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'

export type LiveAccount = Tables['live_account']

interface Overrides extends Partial<LiveAccount> {
  credentials?: Record<string, string>
}

/** The secret of the generic push of every account built here. */
export const PUSH_SECRET = 'push-secret-of-a-test-account'

/** An account on a platform that needs no credentials, in the default organisation. */
export async function buildLiveAccount(
  { db, ids, clock, seal, search }: Platform<Tables>,
  { credentials, ...overrides }: Overrides = {},
): Promise<LiveAccount> {
  const now = clock.now()
  const account_id = overrides.account_id ?? ids.next(now)
  const account: LiveAccount = {
    account_id,
    platform: 'kuaishou',
    nickname: `账号${account_id.slice(-6)}`,
    platform_uid: '',
    platform_room_id: '',
    room_url: '',
    org_id: 'default',
    area: '',
    phone: '',
    tag: '',
    lottery_json: null,
    deleted_at: null,
    credentials_sealed: credentials ? seal.close(JSON.stringify(credentials)) : null,
    push_key: ids.secret(12),
    push_secret_sealed: seal.close(PUSH_SECRET),
    enabled: 1,
    is_demo: 0,
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
    ...overrides,
  }
  await db.query.insertInto('live_account').values(account).execute()
  await search.keep(db.query, 'live_account', [account_id])
  return account
}
