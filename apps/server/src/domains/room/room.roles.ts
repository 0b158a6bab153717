import { UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Role = DataOf<typeof roomApi.role>['list'][number]
interface Person extends Role {
  org_id: string | null
  scopes: Set<string>
}

/**
 * Who may act in a room, and by which groups. A person's rights are the union over their groups, their scope is the widest of
 * them. Only people within the caller's own scope are answered.
 */
export async function rolesIn(
  q: Queryable<Tables>,
  scope: Scope,
  room: { org_id: string },
  now: number,
): Promise<Role[]> {
  const memberships = await q
    .selectFrom('account')
    .innerJoin('account_group_member as member', 'member.uid', 'account.uid')
    .innerJoin('account_group as group', 'group.id', 'member.group_id')
    .leftJoin('org', 'org.id', 'account.org_id')
    .select([
      'account.uid',
      'account.nickname',
      'account.org_id',
      'group.name',
      'group.scope',
      'group.actions_json',
    ])
    .where('account.status', '=', UserStatus.open)
    .where((eb) => eb.or([eb('account.expire_at', 'is', null), eb('account.expire_at', '>', now)]))
    .where('group.enabled', '=', 1)
    // People of a disabled organisation cannot log in.
    .where((eb) => eb.or([eb('org.enabled', 'is', null), eb('org.enabled', '=', 1)]))
    .where(within(scope, 'account.org_id'))
    .orderBy('account.nickname')
    .orderBy('account.uid')
    .orderBy('group.name')
    .execute()

  const people = new Map<string, Person>()
  for (const { uid, nickname, org_id, name, scope, actions_json } of memberships) {
    const known = people.get(uid)
    const person = known ?? { uid, nickname, org_id, groups: [], actions: [], scopes: new Set() }
    if (!known) people.set(uid, person)
    person.scopes.add(scope)
    const actions = (JSON.parse(actions_json) as string[]).filter((code) =>
      code.startsWith('room.'),
    )
    if (actions.length === 0) continue
    person.groups.push(name)
    person.actions = [...new Set([...person.actions, ...actions])].sort()
  }
  return [...people.values()]
    .filter((person) => person.actions.some(isAct) && reaches(person, room.org_id))
    .map(({ uid, nickname, groups, actions }) => ({ uid, nickname, groups, actions }))
}

/** Rights other than looking. */
const isAct = (action: string) => action !== 'room.look'

const reaches = ({ scopes, org_id }: Person, room_org: string) =>
  scopes.has('all') || (scopes.has('org') && org_id === room_org)
