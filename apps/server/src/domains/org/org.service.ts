import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { OrgDraft, OrgEdit, OrgEnable, OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { orgCan } from '@kaibo/contract/org/org.rules.ts'
import type * as z from 'zod/mini'
import { required } from '@kaibo/contract/kernel/messages.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid, taken } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import { rowsOf } from './org.rows.ts'
import * as store from './org.store.ts'

type Trx = Queryable<Tables>

/** An organisation's own account, as the form has it. */
interface Owner {
  nickname: string
  /** What is left out stays as it is; without `group_id` so do the groups. */
  phone?: string | undefined
  group_id?: string | undefined
}

export interface OrgDeps {
  /** The hash of the owner's first password; throws 1001 for a weak one. */
  hashed(owner: { username: string; password: string }): Promise<string>
  addOwner(
    trx: Trx,
    actor: Actor,
    owner: Required<Owner> & { username: string; org_id: string },
    password_hash: string,
  ): Promise<string>
  editOwner(trx: Trx, actor: Actor, uid: string, owner: Owner): Promise<unknown>
  /** Ends every login of these accounts. */
  endLogins(trx: Trx, uids: readonly string[]): Promise<void>
  /** To be called when rights change: after the commit, every server reads the rights of its logins anew. */
  rightsChange(trx: Trx): void
}

export type OrgService = ReturnType<typeof createOrgs>

export function createOrgs(platform: Platform<Tables>, deps: OrgDeps) {
  const { db } = platform
  const orgs = records(platform, {
    list: orgApi.list,
    edit: orgApi.edit,
    noun: nouns.org,
    table: 'org',
    key: 'id',
    called: 'name',
    rows: store.orgs,
    shown: store.shown,
    scope: 'org.id',
    filters: {
      id: 'org.id',
      enabled: 'org.enabled',
      is_studio: 'org.is_studio',
      area: store.hasArea,
    },
    order: 'created_at',
    answer: (q, _, found) => rowsOf(q, found),
    can: orgCan,
    taken: {
      name: (name) =>
        taken(
          'name',
          words(`公会名称「${name}」已被使用`, `The guild name “${name}” is taken`),
          words('公会名称已被使用', 'This guild name is taken'),
        ),
    },
    heardBy: ({ id }) => ({ org_ids: [id] }),
  })

  async function add(actor: Actor, draft: OrgDraft): Promise<Changed<OrgRow>> {
    const { username, password, nickname, phone, group_id, ...org } = draft
    if (actor.scope.kind !== 'all')
      throw invalid({
        name: words('只有全部数据范围的账号可以新增公会', 'Only who sees all data can add guilds'),
      })
    const password_hash = await deps.hashed({ username, password })
    return db.transaction(async (trx) => {
      await assertGuildGroup(trx, group_id)
      const id = await orgs.insert(trx, actor, { ...columnsOf(org), enabled: 1, is_demo: 0 })
      const owner = { username, nickname, phone, group_id, org_id: id }
      await store.setOwner(trx, id, await deps.addOwner(trx, actor, owner, password_hash))
      return orgs.added(trx, actor, id)
    })
  }

  const edit = (actor: Actor, { id, version, nickname, phone, group_id, ...draft }: OrgEdit) =>
    db.transaction((trx) =>
      orgs.change(trx, actor, { id, act: 'edit' }, async (before) => {
        assertOwnWords(actor, draft, before)
        await orgs.update(trx, actor, { id, version }, columnsOf(draft))
        if (draft.is_studio === IsOrNot.not) await assertNoStudio(trx, id)
        if (group_id !== undefined) await assertGuildGroup(trx, group_id)
        if (before.owner) {
          if (nickname === undefined) throw invalid({ nickname: required(nouns.nickname) })
          await deps.editOwner(trx, actor, before.owner.uid, { nickname, phone, group_id })
        }
        deps.rightsChange(trx)
      }),
    )

  const enable = (actor: Actor, given: z.output<typeof OrgEnable>) =>
    db.transaction((trx) =>
      keepingAnAdmin(trx, () =>
        orgs.enable(trx, actor, given, async () => {
          if (given.enabled === OpenStatus.open) deps.rightsChange(trx)
          else
            await deps.endLogins(
              trx,
              (await store.peopleOf(trx, given.id)).map(({ uid }) => uid),
            )
        }),
      ),
    )

  return { listed: orgs.listed, sees: orgs.sees, wrote: orgs.wrote, add, edit, enable }
}

type Columns = Pick<OrgEdit, 'name' | 'contact' | 'areas' | 'share_rate' | 'is_studio'>

/** A guild's own people may change neither its share nor whether it is a studio. */
function assertOwnWords(
  actor: Actor,
  { share_rate, is_studio }: Columns,
  before: Pick<OrgRow, 'share_rate' | 'is_studio'>,
): void {
  if (actor.scope.kind === 'all') return
  if (share_rate !== undefined && share_rate !== before.share_rate)
    throw invalid({
      share_rate: words(
        '只有全部数据范围的账号可以修改分成比例',
        'Only accounts that see all data can change the share',
      ),
    })
  if (is_studio !== undefined && is_studio !== before.is_studio)
    throw invalid({
      is_studio: words(
        '只有全部数据范围的账号可以设置工作室',
        'Only accounts that see all data can make a guild a studio',
      ),
    })
}

/** Studio accounts must belong to a studio, so a guild that has such accounts must stay one. */
async function assertNoStudio(trx: Trx, id: string): Promise<void> {
  if (await store.hasBackAccounts(trx, id))
    throw invalid({
      is_studio: words(
        '还有回收账号属于此公会，不能取消工作室',
        'Back accounts still belong to this guild; it must stay a studio',
      ),
    })
  const people = await store.peopleOf(trx, id)
  if (people.some(({ is_gs }) => is_gs === IsOrNot.is))
    throw invalid({
      is_studio: words(
        '还有工作室账号属于此公会，不能取消工作室',
        'Studio accounts still belong to this guild; it must stay a studio',
      ),
    })
}

/** The owner's group must be one that the organisation's form offers. */
async function assertGuildGroup(trx: Trx, group_id: string): Promise<void> {
  if (!(await store.isGuildGroup(trx, group_id)))
    throw invalid({ group_id: words('请选择公会类型的分组', 'Choose a group for guilds') })
}

const columnsOf = ({ areas, ...draft }: Columns) => ({
  ...draft,
  ...(areas === undefined ? {} : { areas_json: JSON.stringify([...new Set(areas)]) }),
})
