import * as z from 'zod/mini'
import { field, secret } from '../kernel/field.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { IsOrNot } from '../facts/enums.ts'

export const LoginInput = z.object({
  username: field('用户名', z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  password: secret('密码', z.string().check(z.minLength(1), z.maxLength(128))),
})

export const UserInfo = z.object({
  uid: z.string(),
  username: z.string(),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  is_gs: oneOf(IsOrNot),
})
export type UserInfo = z.infer<typeof UserInfo>

export const Session = z.object({ token: z.string(), user: UserInfo })
export type Session = z.infer<typeof Session>

export const ScopeKind = z.enum(['all', 'org', 'own'])

export const PassportInfo = z.object({
  user: UserInfo,
  org: z.nullable(z.object({ id: z.string(), name: z.string() })),
  groups: z.array(z.object({ id: z.string(), name: z.string(), scope: ScopeKind })),
  is_gs: oneOf(IsOrNot),
  /** True while the demonstration workspace is loaded: the console marks it 演示. */
  demo: z.boolean(),
})
export type PassportInfo = z.infer<typeof PassportInfo>

export interface MenuNode {
  id: string
  /** Empty for a heading that only holds children. */
  path: string
  name: string
  icon: string
  children: MenuNode[]
}
export const MenuNode: z.ZodMiniType<MenuNode> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  icon: z.string(),
  children: z.lazy(() => z.array(MenuNode)),
})

export const Menus = z.object({ list: z.array(MenuNode) })
export const Actions = z.object({ list: z.array(z.string()) })
