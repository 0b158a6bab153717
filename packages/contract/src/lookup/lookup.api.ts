import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { domain, get } from '../kernel/endpoint.ts'
import { listOf } from '../kernel/page.ts'
import { field } from '../kernel/field.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { OpenStatus } from '../facts/enums.ts'
import { Platform } from '../facts/platforms.ts'
import { PcPresence } from '../facts/presence.ts'
import { RuleOption, ruleKind } from '../talk/option.schema.ts'

/** Account options carry `uid`, the select widget's default value field (spec §3); `used_by` names the room that holds it. */
export const AccountOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  platform: Platform,
  used_by: z.nullable(z.string()),
})
export type AccountOption = z.infer<typeof AccountOption>

export const PcOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  presence: oneOf(PcPresence),
  used_by: z.nullable(z.string()),
})
export type PcOption = z.infer<typeof PcOption>

export const PlatformOption = z.object({ id: Platform, name: z.string() })

export const OrgOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  enabled: oneOf(OpenStatus),
})
export type OrgOption = z.infer<typeof OrgOption>

/** Areas are free text; the ones in use are offered as options. */
export const AreaOption = z.object({ id: z.string(), uid: z.string(), name: z.string() })

const OptionQuery = z.object({
  keyword: z.optional(field(nouns.keyword, z.string().check(z.trim(), z.maxLength(50)))),
})

const RuleOptionQuery = z.extend(OptionQuery, {
  kind: z.optional(ruleKind),
})

export const lookupApi = domain('lookup', {
  platforms: get('/admin/v1/const/live/plat', { data: listOf(PlatformOption), can: 'login' }),
  liveAccounts: get('/admin/v1/public/live/account', {
    input: OptionQuery,
    data: listOf(AccountOption),
    can: 'login',
  }),
  pcs: get('/admin/v1/public/client/pcname', {
    input: OptionQuery,
    data: listOf(PcOption),
    can: 'login',
  }),
  orgs: get('/admin/v1/public/account/orgs', {
    input: OptionQuery,
    data: listOf(OrgOption),
    can: 'login',
  }),
  /** Those whose rows the person sees of what studios have. */
  studios: get('/admin/v1/x/lookup/studios', {
    input: OptionQuery,
    data: listOf(OrgOption),
    can: 'login',
  }),
  rules: get('/admin/v1/public/rule/list', {
    input: RuleOptionQuery,
    data: listOf(RuleOption),
    can: 'login',
  }),
  areas: get('/admin/v1/public/account/areas', {
    input: OptionQuery,
    data: listOf(AreaOption),
    can: 'login',
  }),
})
