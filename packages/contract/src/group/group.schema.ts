import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { MenuNode, ScopeKind } from '../auth/auth.schema.ts'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { enumeration, oneOf } from '../kernel/enumeration.ts'
import { field, says, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enableOf } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { isMenuId } from './group.rules.ts'
import { changeHasVersion, version } from '../kernel/version.ts'

/** `guild`: a group for the accounts of organisations; the organisation form offers these. */
export const groupKinds = enumeration({
  admin: ['admin', '内部', 'Internal'],
  guild: ['guild', '公会', 'Guild'],
})
export const GroupKind = oneOf(groupKinds)
export type GroupKind = z.infer<typeof GroupKind>

/** Makes a group, or with `id` and `version` changes one: what is left out then stays. */
export const GroupDraft = z
  .object({
    id: z.optional(idOf(nouns.group)),
    version: z.optional(version),
    name: line(words('分组名称', 'Group name'), 20),
    kind: z.optional(field(nouns.kind, GroupKind)),
    scope: field(words('数据范围', 'Data scope'), ScopeKind),
    /** Entries of the menu that it shows, of those its actions can open. */
    menus: field(nouns.menu, setOf(z.array(z.string()).check(z.maxLength(200)))),
    actions: field(words('操作权限', 'Rights'), setOf(z.array(z.string()).check(z.maxLength(500)))),
    /** A new login ends the older ones. */
    single_login: z.optional(field(words('单点登录', 'Single login'), oneOf(IsOrNot))),
    /** Its accounts can do nothing before they have bound a second factor. */
    otp_required: z.optional(
      field(words('强制动态验证码', 'Second factor required'), oneOf(IsOrNot)),
    ),
  })
  .check(changeHasVersion)
export type GroupDraft = z.infer<typeof GroupDraft>

export const GroupEnable = enableOf(nouns.group)
export const GroupRef = z.object({ id: idOf(nouns.group) })

export const GroupRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: GroupKind,
  scope: ScopeKind,
  menus: z.array(z.string()),
  actions: z.array(z.string()),
  single_login: oneOf(IsOrNot),
  otp_required: oneOf(IsOrNot),
  enabled: oneOf(OpenStatus),
  /** Comes with the program; can be changed like any other, but for `KEPT_OF_ADMINS` of the administrators' group. */
  built_in: oneOf(IsOrNot),
  members: z.int(),
  /** It grants what the caller does not hold. */
  out_of_reach: oneOf(IsOrNot),
  version: z.int(),
  updated_at: z.int(),
  updated_by: z.nullable(z.string()),
})
export type GroupRow = z.infer<typeof GroupRow>

/** Option lists carry `uid` for the select widget (spec §3). `refused`: why the caller cannot grant it. */
export const GroupOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  kind: GroupKind,
  scope: ScopeKind,
  refused: z.nullable(z.string()),
})
export type GroupOption = z.infer<typeof GroupOption>

export const GroupQuery = listQuery(['updated_at', 'name'], {
  kind: z.optional(field(nouns.kind, GroupKind)),
  enabled: z.optional(field(nouns.status, oneOf(OpenStatus))),
  /** The one whose form is open. */
  id: z.optional(idOf(nouns.group)),
})

/** What an account that is in this group alone sees. */
export const GroupView = z.object({
  id: z.string(),
  name: z.string(),
  scope: ScopeKind,
  menus: z.array(MenuNode),
  actions: z.array(z.string()),
})

/** 为什么看不到: about a menu entry, an action, or a row that is not shown. */
export const WhyQuery = z.object({
  menu: z.optional(
    field(
      nouns.menu,
      z.string().check(z.refine(isMenuId, says('没有这个{label}', 'There is no such {label}'))),
    ),
  ),
  action: z.optional(field(nouns.action, z.string().check(z.maxLength(64)))),
})

export const Why = z.object({
  held: oneOf(IsOrNot),
  /** The action that is missing; `null` when what is missing is the menu entry alone, or nothing. */
  missing: z.nullable(z.string()),
  /** The scope that holds for the caller: a row outside it answers as if it did not exist. */
  scope: ScopeKind,
  org: z.nullable(z.string()),
  /** Enabled groups that would give it. */
  groups: z.array(z.string()),
  /** Who can put the caller into such a group. */
  granters: z.array(z.string()),
})
export type Why = z.infer<typeof Why>
