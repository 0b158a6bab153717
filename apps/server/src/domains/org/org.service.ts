import { required } from '@kaibo/contract/kernel/messages.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { OpenStatus, UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { orgCan, type OrgAct } from '@kaibo/contract/org/org.rules.ts'
import type { OrgDraft, OrgEdit, OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { isDuplicate, type Queryable } from '#platform/db/db.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { conflict, invalid, notFound, savedMeanwhile } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './org.store.ts'

type Trx = Queryable<Tables>

export interface Changed {
  before: OrgRow
  after: OrgRow
}

export interface OrgService {
  list(actor: Actor, query: store.Query): Promise<Page<OrgRow>>
  add(actor: Actor, draft: OrgDraft): Promise<OrgRow>
  edit(actor: Actor, draft: OrgEdit): Promise<Changed>
  enable(actor: Actor, id: string, enabled: number): Promise<Changed>
}

/** An organisation's own account, as the form has it. */
interface Owner {
  nickname: string
  /** Left out, it and the groups stay. */
  phone?: string | undefined
  group_id?: string | undefined
}

export interface OrgDeps {
  /** What is stored of the owner's first password, or 1001. */
  hashed(owner: { username: string; password: string }): Promise<string>
  addOwner(
    trx: Trx,
    actor: Actor,
    owner: Required<Owner> & { username: string; org_id: string },
    password_hash: string,
  ): Promise<string>
  editOwner(trx: Trx, actor: Actor, uid: string, owner: Owner): Promise<void>
  /** Ends every login of these accounts. */
  endLogins(trx: Trx, uids: readonly string[]): Promise<void>
  /** Rights change: every login is looked at anew. */
  rightsChange(trx: Trx): void
}

export function createOrgs(platform: Platform<Tables>, deps: OrgDeps): OrgService {
  const { db, clock, ids, live } = platform
  const tellLists = live.list(orgApi.list)

  /** The row as it is now; who may see it hears of it. */
  async function written(trx: Trx, actor: Actor, id: string): Promise<OrgRow> {
    afterCommit(trx, () => tellLists(actor, { id, of: { org_ids: [id] } }))
    return rowById(trx, actor, id)
  }

  /** Writes what changes, or 1006 with the row as it is where somebody has saved since `version`. */
  async function write(
    trx: Trx,
    actor: Actor,
    { id, version }: Pick<OrgRow, 'id' | 'version'>,
    change: store.Change,
  ): Promise<void> {
    const stamp = { updated_at: clock.now(), updated_by: actor.uid }
    const isChanged = await store
      .changeOrg(trx, id, version, { ...change, ...stamp })
      .catch(named(change.name))
    if (isChanged) return
    throw savedMeanwhile(nouns.org, await rowById(trx, actor, id))
  }

  return {
    async list(actor, query) {
      const [records, total] = await Promise.all([
        store.orgPage(db.query, actor.scope, query),
        store.countOrgs(db.query, actor.scope, query),
      ])
      return { list: await rowsOf(db.query, records), total }
    },

    async add(actor, { username, password, nickname, phone, group_id, ...draft }) {
      if (actor.scope.kind !== 'all')
        throw invalid({
          name: words(
            '只有全部数据范围的账号可以新增公会',
            'Only who sees all data can add guilds',
          ),
        })
      const password_hash = await deps.hashed({ username, password })
      return db.transaction(async (trx) => {
        await assertGuildGroup(trx, group_id)
        const now = clock.now()
        const id = ids.next(now)
        const stamp = { created_at: now, updated_at: now, updated_by: actor.uid, version: 1 }
        const org = { ...columnsOf(draft), ...stamp, id, enabled: 1, is_demo: 0 }
        await store.addOrg(trx, org).catch(named(draft.name))
        const owner = { username, nickname, phone, group_id, org_id: id }
        await store.setOwner(trx, id, await deps.addOwner(trx, actor, owner, password_hash))
        return written(trx, actor, id)
      })
    },

    edit: (actor, { id, version, nickname, phone, group_id, ...draft }) =>
      db.transaction(async (trx) => {
        const before = await toChange(trx, actor, id, 'edit')
        const { share_rate = before.share_rate } = draft
        // What a guild gets is not for its own people to say.
        if (actor.scope.kind !== 'all' && share_rate !== before.share_rate)
          throw invalid({
            share_rate: words(
              '只有全部数据范围的账号可以修改分成比例',
              'Only who sees all data can change the share',
            ),
          })
        await write(trx, actor, { id, version }, columnsOf(draft))
        if (group_id !== undefined) await assertGuildGroup(trx, group_id)
        if (before.owner) {
          if (nickname === undefined) throw invalid({ nickname: required(nouns.nickname) })
          await deps.editOwner(trx, actor, before.owner.uid, { nickname, phone, group_id })
        }
        deps.rightsChange(trx)
        return { before, after: await written(trx, actor, id) }
      }),

    enable: (actor, id, enabled) =>
      db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          const row = await rowById(trx, actor, id)
          // Asked twice is answered twice.
          if (row.enabled === enabled) return { before: row, after: row }
          const act = enabled === OpenStatus.open ? 'enable' : 'disable'
          const before = await toChange(trx, actor, id, act)
          await write(trx, actor, before, { enabled })
          if (enabled === OpenStatus.open) deps.rightsChange(trx)
          else await deps.endLogins(trx, await store.peopleOf(trx, id))
          return { before, after: await written(trx, actor, id) }
        }),
      ),
  }
}

async function rowById(q: Trx, actor: Actor, id: string): Promise<OrgRow> {
  const record = await store.orgById(q, actor.scope, id)
  const [row] = record ? await rowsOf(q, [record]) : []
  if (!row) throw notFound(nouns.org)
  return row
}

/** What an organisation's form offers, whoever fills it in. */
async function assertGuildGroup(trx: Trx, group_id: string): Promise<void> {
  if (!(await store.isGuildGroup(trx, group_id)))
    throw invalid({ group_id: words('请选择公会类型的分组', 'Choose a group for guilds') })
}

/** The database alone knows a name that another takes at the same moment. */
const named = (name: string | undefined) => (error: unknown) => {
  if (!isDuplicate(error)) throw error
  throw conflict(words(`公会名称「${name}」已被使用`, `The guild name “${name}” is taken`), {
    fields: { name: words('公会名称已被使用', 'This guild name is taken') },
  })
}

/** The row as it stands, where this may be done to it. */
async function toChange(q: Trx, actor: Actor, id: string, act: OrgAct): Promise<OrgRow> {
  const row = await rowById(q, actor, id)
  const can = orgCan(act, row)
  if (can !== true) throw conflict(can, row)
  return row
}

const columnsOf = ({
  areas,
  ...draft
}: Pick<OrgEdit, 'name' | 'contact' | 'areas' | 'share_rate'>) => ({
  ...draft,
  ...(areas === undefined ? {} : { areas_json: JSON.stringify([...new Set(areas)]) }),
})

/** The rows as they are answered: four statements for any number. */
async function rowsOf(q: Trx, records: readonly store.OrgRecord[]): Promise<OrgRow[]> {
  const org_ids = records.map((record) => record.id)
  const [accounts, rooms, liveAccounts, groups] = await Promise.all([
    store.countIn(q, 'account', org_ids),
    store.countIn(q, 'room', org_ids),
    store.countIn(q, 'live_account', org_ids),
    store.groupsOfOwners(
      q,
      records.flatMap((record) => record.owner_uid ?? []),
    ),
  ])
  return records.map((record) => {
    const { id, areas_json, owner_uid, username, nickname, phone, status, ...rest } = record
    const { last_login_at, ...row } = rest
    return {
      ...row,
      id,
      areas: JSON.parse(areas_json ?? '[]') as string[],
      owner:
        owner_uid === null || username === null
          ? null
          : {
              uid: owner_uid,
              username,
              nickname: nickname ?? '',
              phone: phone ?? '',
              status: status === UserStatus.close ? UserStatus.close : UserStatus.open,
              group_id: groups.get(owner_uid) ?? null,
              last_login_at,
            },
      accounts: accounts.get(id) ?? 0,
      rooms: rooms.get(id) ?? 0,
      live_accounts: liveAccounts.get(id) ?? 0,
    }
  })
}
