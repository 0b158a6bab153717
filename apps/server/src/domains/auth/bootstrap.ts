import { builtInGroups } from '@kaibo/contract/facts/groups.ts'
import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import { ADMIN_GROUP } from '@kaibo/contract/group/group.rules.ts'
import { HOME_ORG } from '@kaibo/contract/org/org.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { Passwords } from './passwords.ts'

export const ADMIN = 'admin'
const PASSWORD_BYTES = 12

/** Makes the organisation and the groups of every installation, and updates the groups' rights to the program's version. */
export async function ensureGroups(
  { db, clock, search }: Platform<Tables>,
  allActions: readonly string[],
): Promise<void> {
  const stamp = { created_at: clock.now(), updated_at: clock.now() }
  await db.transaction(async (trx) => {
    await trx
      .insertInto('org')
      .values({ ...stamp, id: HOME_ORG, name: '自营', enabled: 1, is_demo: 0, version: 1 })
      .onConflict((c) => c.doNothing())
      .execute()
    for (const { id, called, scope, actions } of builtInGroups) {
      const actions_json = JSON.stringify(actions === '*' ? allActions : actions)
      await trx
        .insertInto('account_group')
        .values({
          id,
          name: called.zh,
          kind: id === 'guild' ? 'guild' : 'admin',
          scope,
          actions_json,
          single_login: 0,
          otp_required: 0,
          enabled: 1,
          built_in: 1,
          version: 1,
          ...stamp,
        })
        // A group that people have edited is left alone, except that the administrators' always gets every right.
        .onConflict((c) =>
          c
            .column('id')
            .doUpdateSet({ actions_json })
            .where((eb) =>
              eb.or([
                eb('account_group.id', '=', ADMIN_GROUP),
                eb('account_group.updated_by', 'is', null),
              ]),
            ),
        )
        .execute()
    }
    const groups = builtInGroups.map(({ id }) => id)
    await search.keep(trx, 'org', [HOME_ORG])
    await search.keep(trx, 'account_group', groups)
  })
}

/** On the first start, makes the administrator. Answers the generated password, of which only the hash is stored. */
export async function ensureAdmin(
  { db, clock, ids, search }: Platform<Tables>,
  passwords: Passwords,
  chosen: string | undefined,
): Promise<{ username: string; generated: string | undefined } | undefined> {
  const someone = await db.query.selectFrom('account').select('uid').limit(1).executeTakeFirst()
  if (someone) return undefined
  const password = chosen ?? ids.secret(PASSWORD_BYTES)
  const password_hash = await passwords.hash(password)
  const now = clock.now()
  const uid = ids.next(now)
  const isFirst = await db.transaction(async (trx) => {
    // Two servers may start at once on an empty database: the unique user name lets only one insert.
    const added = await trx
      .insertInto('account')
      .values({
        uid,
        username: ADMIN,
        nickname: '管理员',
        phone: '',
        password_hash,
        area: '',
        status: UserStatus.open,
        is_gs: 0,
        is_demo: 0,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) return false
    await trx.insertInto('account_group_member').values({ uid, group_id: ADMIN_GROUP }).execute()
    await search.keep(trx, 'account', [uid])
    return true
  })
  if (!isFirst) return undefined
  return { username: ADMIN, generated: chosen ? undefined : password }
}
