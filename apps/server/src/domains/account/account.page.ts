import { sql, type OrderByItemBuilder, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { SOON_MS } from '@kaibo/contract/account/account.rules.ts'
import type { AccountQuery, AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import { contains, patternOf } from '#platform/db/contains.ts'
import type { Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'

type Q = Queryable<Tables>
export type Query = z.output<typeof AccountQuery>
export type Filter = Omit<Query, 'page' | 'page_size' | 'export'>

const KEYWORD_COLUMNS = ['account.username', 'account.nickname', 'account.phone']

/** What decides how the list is asked for. */
type Form = Pick<Query, 'sort_by' | 'sort_dir' | 'expire_status'>

/** An organisation's people are its own accounts; whoever sees only their own rows sees themselves. */
interface Wanted {
  own_org: string | undefined
  own_uid: string | undefined
  uid: string | undefined
  status: number | undefined
  is_gs: number | undefined
  org_id: string | undefined
  group_id: string | undefined
  pattern: string | undefined
  /** For `expire_status` alone. */
  now: number | undefined
  soon: number | undefined
}

function wantedOf(scope: Scope, filter: Filter, now: number): Wanted {
  const { status, expire_status, group_id, org_id, is_gs, uid, keyword } = filter
  const asksTime = expire_status !== undefined
  return {
    own_org: scope.kind === 'org' ? scope.org_id : undefined,
    own_uid: scope.kind === 'own' ? scope.uid : undefined,
    uid,
    status,
    is_gs,
    org_id,
    group_id,
    pattern: keyword ? patternOf(keyword) : undefined,
    now: asksTime ? now : undefined,
    soon: asksTime ? now + SOON_MS : undefined,
  }
}

const formOf = ({ sort_by, sort_dir, expire_status }: Filter): Form => ({
  sort_by,
  sort_dir,
  expire_status,
})

/** Accounts alone: what is shown beside them is no part of what is counted. */
function matching(q: Q, { expire_status }: Form, at: Places<Wanted>) {
  const { group_id, pattern, now, soon } = at
  let found = q
    .selectFrom('account')
    .where((eb) => eb.and({ 'account.org_id': at.own_org, 'account.uid': at.own_uid }))
    .where((eb) =>
      eb.and({
        'account.uid': at.uid,
        'account.status': at.status,
        'account.is_gs': at.is_gs,
        'account.org_id': at.org_id,
      }),
    )
  if (group_id)
    found = found.where('account.uid', 'in', (eb) =>
      eb
        .selectFrom('account_group_member')
        .select('uid')
        .where((of) => of.and({ group_id })),
    )
  if (expire_status !== undefined && now && soon)
    found = found.where(expiry(expire_status, now, soon))
  return pattern ? found.where(contains(KEYWORD_COLUMNS, pattern)) : found
}

/** The same as the contract's `expireStatusOf`, for the database. */
function expiry(status: AuthExpireStatus, now: RawBuilder<number>, soon: RawBuilder<number>) {
  const at = sql.ref('account.expire_at')
  const each = {
    [AuthExpireStatus.forever]: sql<boolean>`${at} is null`,
    [AuthExpireStatus.expired]: sql<boolean>`${at} <= ${now}`,
    [AuthExpireStatus.soon]: sql<boolean>`${at} > ${now} and ${at} <= ${soon}`,
    [AuthExpireStatus.normal]: sql<boolean>`${at} > ${soon}`,
  }
  return each[status]
}

/** What may be shown, and whether there is a second factor: never the secret itself. */
const COLUMNS = [
  'account.uid',
  'account.username',
  'account.nickname',
  'account.phone',
  'account.avatar',
  'account.status',
  'account.area',
  'account.is_gs',
  'account.expire_at',
  'account.must_change',
  'account.last_login_at',
  'account.last_ip',
  'account.is_demo',
  'account.version',
  'account.created_at',
  'account.updated_at',
  'editor.nickname as updated_by',
  'org.id as org_id',
  'org.name as org_name',
] as const
const OTP_BOUND = sql<0 | 1>`case when account.otp_sealed is null then 0 else 1 end`.as('otp_bound')

type Narrow = Pick<AccountRow, 'status' | 'is_gs' | 'is_demo' | 'must_change'>

const shown = (...asked: Parameters<typeof matching>) =>
  matching(...asked)
    .leftJoin('org', 'org.id', 'account.org_id')
    .leftJoin('account as editor', 'editor.uid', 'account.updated_by')
    .select([...COLUMNS, OTP_BOUND])
    .$narrowType<Narrow>()

/**
 * Who never logged in or never expires comes last either way: left alone, each database has its own opinion. Where there is
 * always a value nothing is said of that, or SQLite would not see that the index has this order.
 */
const inOrder = (form: Form) => (by: OrderByItemBuilder) => {
  const ordered = directionOf(form) === 'asc' ? by.asc() : by.desc()
  const isOptional = form.sort_by === 'last_login_at' || form.sort_by === 'expire_at'
  return isOptional ? ordered.nullsLast() : ordered
}

const page = compileOnce(
  (
    q: Q,
    form: Form,
    { limit, offset, ...at }: Places<Wanted & { limit: number; offset: number }>,
  ) =>
    shown(q, form, at)
      .orderBy(`account.${form.sort_by ?? 'created_at'}`, inOrder(form))
      .orderBy('account.uid', directionOf(form))
      .limit(limit)
      .offset(offset),
)

export const accountPage = (q: Q, scope: Scope, query: Query, now: number) =>
  page(q, formOf(query), {
    ...wantedOf(scope, query, now),
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  })

export type AccountRecord = Awaited<ReturnType<typeof accountPage>>[number]

const count = compileOnce((q: Q, form: Form, at: Places<Wanted>) =>
  matching(q, form, at).select(sql<number>`count(*)`.as('total')),
)

export async function countAccounts(q: Q, scope: Scope, filter: Filter, now: number) {
  const form = { ...formOf(filter), sort_by: undefined, sort_dir: undefined }
  const [found] = await count(q, form, wantedOf(scope, filter, now))
  return found?.total ?? 0
}

const allAfter = compileOnce(
  (q: Q, form: Form, { last, limit, ...at }: Places<Wanted & { last?: string; limit: number }>) =>
    shown(q, form, at)
      .$if(last !== undefined, (some) => some.where('account.uid', '>', last ?? ''))
      .orderBy('account.uid')
      .limit(limit),
)

/** Those after one, in the order of their making: while a file is written, people come and go. */
export const accountsAfter = (
  q: Q,
  scope: Scope,
  filter: Filter,
  { now, last, limit }: { now: number; last: string | undefined; limit: number },
) =>
  allAfter(q, formOf(filter), {
    ...wantedOf(scope, filter, now),
    ...(last !== undefined && { last }),
    limit,
  })

/** One account, where it is within the scope. */
export async function accountByUid(q: Q, scope: Scope, uid: string) {
  const [found] = await allAfter(q, {}, { ...wantedOf(scope, { uid }, 0), limit: 1 })
  return found
}
