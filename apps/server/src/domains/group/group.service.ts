import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { menusIn, menuTree } from '#domains/lookup/menus.ts'
import { actionsIn, holds, ownsGroups } from '#domains/lookup/grant.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { conflict, fault, invalid, notFound, savedMeanwhile } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import {
  ADMIN_GROUP,
  groupCan,
  KEPT_OF_ADMINS,
  type GroupAct,
} from '@kaibo/contract/group/group.rules.ts'
import type {
  GroupDraft,
  GroupOption,
  GroupRow,
  GroupView,
} from '@kaibo/contract/group/group.schema.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import type * as z from 'zod/mini'
import { checkRights } from './group.checks.ts'
import * as store from './group.store.ts'

type Trx = Queryable<Tables>

const BEYOND = words('超出你的权限', 'Beyond your rights')

export interface Changed {
  before: GroupRow | null
  after: GroupRow
}

export interface GroupService {
  list(actor: Actor, query: store.Query): Promise<Page<GroupRow>>
  /** The enabled groups, of one kind where it is asked for. */
  options(actor: Actor, lang: Lang, kind?: 'guild'): Promise<GroupOption[]>
  save(actor: Actor, draft: GroupDraft): Promise<Changed>
  enable(actor: Actor, id: string, enabled: number): Promise<Changed>
  view(actor: Actor, id: string, lang: Lang): Promise<z.output<typeof GroupView>>
}

interface Deps {
  allActions: readonly string[]
  /** Rights change: every login is looked at anew. */
  rightsChange(trx: Trx): void
}

export function createGroups(platform: Platform<Tables>, deps: Deps): GroupService {
  const { db, clock, ids, live } = platform
  const tellLists = live.list(groupApi.list)

  /** Rights change, and the row: whoever may look at groups sees them all. */
  async function written(trx: Trx, actor: Actor, id: string): Promise<GroupRow> {
    deps.rightsChange(trx)
    afterCommit(trx, () => tellLists(actor, { id }))
    return rowById(trx, actor, id)
  }

  /** Writes what changes, or 1006 with the row as it is where somebody has saved since `version`. */
  async function write(
    trx: Trx,
    actor: Actor,
    { id, version }: Pick<GroupRow, 'id' | 'version'>,
    change: store.Change,
  ): Promise<void> {
    const stamp = { updated_at: clock.now(), updated_by: actor.uid }
    if (await store.changeGroup(trx, id, version, { ...change, ...stamp })) return
    throw savedMeanwhile(nouns.group, await rowById(trx, actor, id))
  }

  async function add(trx: Trx, actor: Actor, given: GroupDraft): Promise<Changed> {
    if (!ownsGroups(actor))
      throw invalid({
        name: words('只有全部数据范围的账号可以新增分组', 'Only who sees all data can add groups'),
      })
    const draft = { ...NEW, ...given }
    checkRights(actor, draft, undefined, deps.allActions)
    const now = clock.now()
    const id = ids.next(now)
    await store.addGroup(trx, {
      ...columnsOf(draft),
      id,
      enabled: 1,
      built_in: 0,
      created_at: now,
      updated_at: now,
      updated_by: actor.uid,
      version: 1,
    })
    return { before: null, after: await written(trx, actor, id) }
  }

  async function change(trx: Trx, actor: Actor, id: string, given: GroupDraft): Promise<Changed> {
    const before = await toChange(trx, actor, id, 'edit')
    const { kind, single_login, otp_required } = before
    const draft = { kind, single_login, otp_required, ...given }
    if (id === ADMIN_GROUP) checkKept(draft, before)
    checkRights(actor, draft, before, deps.allActions)
    await write(trx, actor, { id, version: draft.version ?? 0 }, columnsOf(draft))
    return { before, after: await written(trx, actor, id) }
  }

  return {
    async list(actor, query) {
      const [records, total] = await Promise.all([
        store.groupPage(db.query, query),
        store.countGroups(db.query, query),
      ])
      return { list: records.map((record) => rowOf(actor, record)), total }
    },

    async options(actor, lang, kind) {
      const records = await store.enabledGroups(db.query, kind)
      return records.map((record) => ({
        id: record.id,
        uid: record.id,
        name: record.name,
        kind: record.kind,
        scope: record.scope,
        refused: holds(actor, record) ? null : BEYOND[lang],
      }))
    },

    save: (actor, draft) =>
      db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          // The administrators' row is held: two of one name come here one after the other.
          if (await store.nameIsTaken(trx, draft.name, draft.id))
            throw conflict(
              words(`分组名称「${draft.name}」已被使用`, `The group name “${draft.name}” is taken`),
              {
                fields: { name: words('分组名称已被使用', 'This group name is taken') },
              },
            )
          return draft.id === undefined
            ? add(trx, actor, draft)
            : change(trx, actor, draft.id, draft)
        }),
      ),

    enable: (actor, id, enabled) =>
      db.transaction((trx) =>
        keepingAnAdmin(trx, async () => {
          const row = await rowById(trx, actor, id)
          // Asked twice is answered twice.
          if (row.enabled === enabled) return { before: row, after: row }
          const act = enabled === OpenStatus.open ? 'enable' : 'disable'
          const before = await toChange(trx, actor, id, act)
          await write(trx, actor, before, { enabled })
          return { before, after: await written(trx, actor, id) }
        }),
      ),

    async view(actor, id, lang) {
      const { name, scope, menus, actions } = await rowById(db.query, actor, id)
      return { id, name, scope, actions, menus: menuTree(menus, new Set(actions), lang) }
    },
  }
}

async function rowById(q: Trx, actor: Actor, id: string): Promise<GroupRow> {
  const record = await store.groupById(q, id)
  if (!record) throw notFound(nouns.group)
  return rowOf(actor, record)
}

/** The row as it stands, where the caller may do this to it. */
async function toChange(q: Trx, actor: Actor, id: string, act: GroupAct): Promise<GroupRow> {
  const row = await rowById(q, actor, id)
  const can = groupCan(act, row)
  if (can === true) return row
  if (row.out_of_reach === IsOrNot.is) throw fault(Code.forbidden, can)
  throw conflict(can, row)
}

type Whole = Required<Omit<GroupDraft, 'id' | 'version'>>
const NEW = { kind: 'admin', single_login: IsOrNot.not, otp_required: IsOrNot.not } as const

const textOf = (value: string | string[]) =>
  typeof value === 'string' ? value : value.toSorted().join()

function checkKept(draft: Whole, before: GroupRow): void {
  const changed = KEPT_OF_ADMINS.find((name) => textOf(draft[name]) !== textOf(before[name]))
  if (changed)
    throw invalid({
      [changed]: words(
        '管理员分组只能修改单点登录和强制动态验证码',
        'Of the group of administrators only single login and the required second factor can be changed',
      ),
    })
}

const columnsOf = ({ menus, actions, ...draft }: Whole) => ({
  name: draft.name,
  kind: draft.kind,
  scope: draft.scope,
  single_login: draft.single_login,
  otp_required: draft.otp_required,
  menus_json: JSON.stringify([...new Set(menus)].sort()),
  actions_json: JSON.stringify([...new Set(actions)].sort()),
})

function rowOf(actor: Actor, record: store.GroupRecord): GroupRow {
  const { menus_json, actions_json, ...row } = record
  return {
    ...row,
    actions: actionsIn({ actions_json }),
    menus: menusIn({ menus_json, actions_json }),
    out_of_reach: ownsGroups(actor) && holds(actor, record) ? IsOrNot.not : IsOrNot.is,
  }
}
