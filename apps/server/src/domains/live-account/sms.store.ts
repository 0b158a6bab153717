import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { phoneKey } from '@kaibo/contract/live-account/sms.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
export type SmsQuery = ParsedOf<typeof liveAccountApi.sms>

/** Newest first, each filter with an index in the order of time. */
export function messages(q: Q, scope: Scope, query: SmsQuery) {
  const { account_id, phone, with_code, from, to } = query
  // A number that is none is nobody's.
  const phone_key = phone ? (phoneKey(phone) ?? '') : undefined
  return q
    .selectFrom('sms_message as sms')
    .where(within(scope, 'sms.org_id'))
    .where((eb) => eb.and({ 'sms.account_id': account_id, 'sms.phone_key': phone_key }))
    .$if(with_code === 1, (some) => some.where('sms.code', 'is not', null))
    .$if(with_code === 0, (some) => some.where('sms.code', 'is', null))
    .$if(from !== undefined, (some) => some.where('sms.received_at', '>=', from ?? 0))
    .$if(to !== undefined, (some) => some.where('sms.received_at', '<=', to ?? 0))
}

export const shownMessages = (some: ReturnType<typeof messages>) =>
  some
    .leftJoin('live_account as of', 'of.account_id', 'sms.account_id')
    .leftJoin('sms_gateway as by', 'by.id', 'sms.gateway_id')
    .select([
      'sms.sms_id',
      'sms.received_at',
      'sms.phone',
      'sms.sender',
      'sms.content',
      'sms.code',
      'of.account_id',
      'of.nickname',
      'by.id as gateway_id',
      'by.name as gateway_name',
    ])

export type Message = Awaited<ReturnType<ReturnType<typeof shownMessages>['execute']>>[number]

/** Of these messages, those that the person has been shown. */
export async function seenBy(
  q: Q,
  uid: string,
  sms_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sms_ids.length === 0) return new Set()
  const rows = await q
    .selectFrom('sms_seen')
    .select('sms_id')
    .where('uid', '=', uid)
    .where('sms_id', 'in', sms_ids)
    .execute()
  return new Set(rows.map(({ sms_id }) => sms_id))
}

/** Notes that the person is shown these; answers those of which that was not known. */
export async function seenFirst(
  q: Q,
  uid: string,
  sms_ids: readonly string[],
  at: number,
): Promise<ReadonlySet<string>> {
  const rows = await q
    .insertInto('sms_seen')
    .values(sms_ids.map((sms_id) => ({ sms_id, uid, at })))
    .onConflict((on) => on.doNothing())
    .returning('sms_id')
    .execute()
  return new Set(rows.map(({ sms_id }) => sms_id))
}

export const gateways = (q: Q) => q.selectFrom('sms_gateway')

export const shownGateways = (some: ReturnType<typeof gateways>) =>
  some
    .innerJoin('org', 'org.id', 'sms_gateway.org_id')
    .leftJoin('account as editor', 'editor.uid', 'sms_gateway.updated_by')
    .select([
      'sms_gateway.id',
      'sms_gateway.name',
      'sms_gateway.phone',
      'sms_gateway.enabled',
      'sms_gateway.last_at',
      'sms_gateway.is_demo',
      'sms_gateway.version',
      'sms_gateway.created_at',
      'sms_gateway.updated_at',
      'editor.nickname as updated_by',
      'org.id as org_id',
      'org.name as org_name',
    ])

/** An enabled gateway, by its number. */
export const openGateway = (q: Q, id: string) =>
  q
    .selectFrom('sms_gateway')
    .select(['id', 'org_id', 'phone', 'phone_key', 'secret_sealed'])
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .executeTakeFirst()

export type Gateway = NonNullable<Awaited<ReturnType<typeof openGateway>>>

/** The accounts of an organisation that have a phone. */
export const phonesOf = (q: Q, org_id: string) =>
  q
    .selectFrom('live_account')
    .select(['account_id', 'platform', 'phone'])
    .where('org_id', '=', org_id)
    .where('phone', '<>', '')
    .where('deleted_at', 'is', null)
    .orderBy('account_id')
    .execute()

/** A message of this gateway that says the same and came at nearly the same time: sent again by a phone that heard no answer. */
export const sameMessage = (
  q: Q,
  of: Pick<Tables['sms_message'], 'gateway_id' | 'sender' | 'content'>,
  since: number,
) =>
  q
    .selectFrom('sms_message')
    .select('sms_id')
    .where((eb) => eb.and({ ...of }))
    .where('stored_at', '>=', since)
    .executeTakeFirst()

export const byExtId = (q: Q, gateway_id: string, ext_id: string) =>
  q
    .selectFrom('sms_message')
    .select(['sms_id', 'sender', 'content'])
    .where((eb) => eb.and({ gateway_id, ext_id }))
    .executeTakeFirst()
