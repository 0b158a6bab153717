import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Lang } from '@kaibo/contract/kernel/words.ts'
import type * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { ADMIN_GROUP, groupCan, KEPT_OF_ADMINS } from '@kaibo/contract/group/group.rules.ts'
import type {
  GroupDraft,
  GroupEnable,
  GroupOption,
  GroupRow,
  GroupView,
} from '@kaibo/contract/group/group.schema.ts'
import { menusIn, menuTree } from '#domains/lookup/menus.ts'
import { actionsIn, holds, ownsGroups } from '#domains/lookup/grant.ts'
import { keepingAnAdmin } from '#domains/lookup/last-admin.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { fault, invalid, taken } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import { checkRights } from './group.checks.ts'
import * as store from './group.store.ts'

type Trx = Queryable<Tables>

interface Deps {
  allActions: readonly string[]
  /** To be called when rights change: after the commit, every server reads the rights of its logins anew. */
  rightsChange(trx: Trx): void
}

export type GroupService = ReturnType<typeof createGroups>

const BEYOND = words('超出你的权限', 'Beyond your rights')

export function createGroups(platform: Platform<Tables>, deps: Deps) {
  const { db } = platform
  const groups = records(platform, {
    list: groupApi.list,
    edit: groupApi.save,
    noun: nouns.group,
    table: 'account_group',
    key: 'id',
    called: 'name',
    rows: store.groups,
    shown: store.shown,
    // Groups belong to no organisation: everybody with `group.look` sees all.
    scope: 'open',
    filters: {
      id: 'account_group.id',
      kind: 'account_group.kind',
      enabled: 'account_group.enabled',
    },
    order: 'updated_at',
    ties: 'asc',
    answer: (_, actor, found) => found.map((record) => rowOf(actor, record)),
    can(act, row) {
      const can = groupCan(act, row)
      return can !== true && row.out_of_reach === IsOrNot.is ? fault(Code.forbidden, can) : can
    },
  })

  async function add(trx: Trx, actor: Actor, given: GroupDraft): Promise<Changed<GroupRow>> {
    if (!ownsGroups(actor))
      throw invalid({
        name: words(
          '只有全部数据范围的账号可以新增分组',
          'Only accounts that see all data can add groups',
        ),
      })
    const draft = { ...NEW, ...given }
    checkRights(actor, draft, undefined, deps.allActions)
    const values = { ...columnsOf(draft), enabled: 1, built_in: 0 } as const
    return groups.added(trx, actor, await groups.insert(trx, actor, values))
  }

  const change = (trx: Trx, actor: Actor, id: string, given: GroupDraft) =>
    groups.change(trx, actor, { id, act: 'edit' }, async (before) => {
      const { kind, single_login, otp_required } = before
      const draft = { kind, single_login, otp_required, ...given }
      if (id === ADMIN_GROUP) checkKept(draft, before)
      checkRights(actor, draft, before, deps.allActions)
      await groups.update(trx, actor, { id, version: draft.version ?? 0 }, columnsOf(draft))
    })

  const save = (actor: Actor, draft: GroupDraft): Promise<Changed<GroupRow>> =>
    db.transaction((trx) =>
      keepingAnAdmin(trx, async () => {
        // `keepingAnAdmin` holds a row, so this check and the write below do not run twice at once.
        if (await store.nameIsTaken(trx, draft.name, draft.id))
          throw taken(
            'name',
            words(`分组名称「${draft.name}」已被使用`, `The group name “${draft.name}” is taken`),
            words('分组名称已被使用', 'This group name is taken'),
          )
        deps.rightsChange(trx)
        return draft.id === undefined ? add(trx, actor, draft) : change(trx, actor, draft.id, draft)
      }),
    )

  const enable = (actor: Actor, given: z.output<typeof GroupEnable>) =>
    db.transaction((trx) =>
      keepingAnAdmin(trx, () => groups.enable(trx, actor, given, () => deps.rightsChange(trx))),
    )

  /** The enabled groups, of one kind if given. */
  async function options(actor: Actor, lang: Lang, kind?: 'guild'): Promise<GroupOption[]> {
    const records = await store.enabledGroups(db.query, kind)
    return records.map((record) => ({
      id: record.id,
      uid: record.id,
      name: groupWords(record)[lang],
      kind: record.kind,
      scope: record.scope,
      refused: holds(actor, record) ? null : BEYOND[lang],
    }))
  }

  async function view(actor: Actor, id: string, lang: Lang): Promise<z.output<typeof GroupView>> {
    const { name, scope, menus, actions } = await groups.byId(db.query, actor, id)
    return { id, name, scope, actions, menus: menuTree(menus, new Set(actions), lang) }
  }

  return {
    listed: groups.listed,
    sees: groups.sees,
    wrote: groups.wrote,
    save,
    enable,
    options,
    view,
  }
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
