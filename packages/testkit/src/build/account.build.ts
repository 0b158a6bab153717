import type { App } from '@kaibo/server/app.ts'

/** A live login, as the console holds it. */
export interface Login {
  token: string
  uid: string
}

export type BuiltInGroup = 'admin' | 'operator' | 'finance' | 'guild' | 'studio'

export interface LoginOverrides {
  org_id?: string
  username?: string
  /** Actions beside those of the group. */
  extra_actions?: string[]
}

export const TEST_PASSWORD = 'kaibo-test-2026'

export async function logIn(
  app: App,
  group: BuiltInGroup,
  overrides: LoginOverrides = {},
): Promise<Login> {
  const uid = await buildAccount(app, group, overrides)
  const token = await app.sessions.open(app.platform.db.query, uid, {
    ip: '127.0.0.1',
    user_agent: 'test',
  })
  return { token, uid }
}

/** An account with `TEST_PASSWORD`; answers its uid. */
export async function buildAccount(
  { platform, passwords }: App,
  group: BuiltInGroup,
  { org_id = 'default', username, extra_actions }: LoginOverrides = {},
): Promise<string> {
  const { db, ids, clock, search } = platform
  const now = clock.now()
  const uid = ids.next(now)
  const stamp = { created_at: now, updated_at: now, version: 1 }
  await db.query
    .insertInto('org')
    .values({ id: org_id, name: org_id, enabled: 1, is_demo: 0, ...stamp })
    .onConflict((c) => c.doNothing())
    .execute()
  await db.query
    .insertInto('account')
    .values({
      uid,
      username: username ?? `${group}-${uid}`,
      nickname: username ?? group,
      phone: '',
      password_hash: await passwords.hash(TEST_PASSWORD),
      area: '',
      status: 0,
      org_id,
      is_gs: group === 'studio' ? 1 : 0,
      is_demo: 0,
      ...stamp,
    })
    .execute()
  await search.keep(db.query, 'org', [org_id])
  await search.keep(db.query, 'account', [uid])
  const groups = [group, ...(extra_actions ? [await buildGroup(platform, uid, extra_actions)] : [])]
  await db.query
    .insertInto('account_group_member')
    .values(groups.map((group_id) => ({ uid, group_id })))
    .execute()
  return uid
}

async function buildGroup(
  { db, clock }: App['platform'],
  uid: string,
  actions: string[],
): Promise<string> {
  const now = clock.now()
  const id = `extra-${uid}`
  await db.query
    .insertInto('account_group')
    .values({
      id,
      name: id,
      kind: 'admin',
      scope: 'own',
      actions_json: JSON.stringify(actions),
      single_login: 0,
      otp_required: 0,
      enabled: 1,
      built_in: 0,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute()
  return id
}
