import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { smsApi } from '@kaibo/contract/live-account/sms.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import {
  maskedPhone,
  maskedSender,
  phoneKey,
  withoutDigits,
} from '@kaibo/contract/live-account/sms.rules.ts'
import type { GatewayRow, GatewaySaved, SmsRow } from '@kaibo/contract/live-account/sms.schema.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor, type Actor } from '#platform/auth/actor.ts'
import { directionOf } from '#platform/db/direction.ts'
import {
  after,
  capped,
  COUNTED,
  countOf,
  offsetOf,
  pageFrom,
  placeAt,
  readPage,
} from '#platform/db/endless.ts'
import { hold } from '#platform/db/hold.ts'
import { invalid, taken } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import { createSmsReceiver } from './sms.receive.ts'
import * as store from './sms.store.ts'

type Api = typeof liveAccountApi
export type SmsService = ReturnType<typeof createSms>

const SECRET_BYTES = 24

/** Text messages to the phones of live accounts, and the gateways that send them in. */
export function createSms(platform: Platform<Tables>) {
  const { db, clock, ids, live, seal, search } = platform
  const tell = live.list(liveAccountApi.sms)
  const receiver = createSmsReceiver(platform, ({ sms_id, org_id }) =>
    tell(visitor, { id: sms_id, of: { org_ids: [org_id] } }),
  )

  const gateways = records(platform, {
    list: liveAccountApi.gateways,
    noun: nouns.smsGateway,
    table: 'sms_gateway',
    key: 'id',
    called: 'name',
    rows: store.gateways,
    shown: store.shownGateways,
    scope: 'sms_gateway.org_id',
    filters: { org_id: 'sms_gateway.org_id', enabled: 'sms_gateway.enabled' },
    order: 'created_at',
    answer: (_, __, found): GatewayRow[] =>
      found.map(({ org_id, org_name, ...row }) => ({
        ...row,
        org: { id: org_id, name: org_name },
        forwarder_path: smsApi.forward.path.replace(':gateway', row.id),
        push_path: smsApi.push.path,
      })),
    taken: { phone_key: () => taken('phone', PHONE_TAKEN) },
  })

  async function list({
    input: query,
    actor,
    signal,
    audit,
  }: Call<ParsedOf<Api['sms']>>): Promise<EndlessPage<SmsRow>> {
    const direction = directionOf(query)
    const matching = () => store.messages(db.query, actor.scope, query)
    const counted = countOf(db.query, matching().select('sms.sms_id').limit(COUNTED))
    const [count] = await readPage(db, counted, query, { signal })
    const order = ['sms.received_at', 'sms.sms_id'] as const
    const page = store
      .shownMessages(matching())
      .where(after(order, direction, placeAt(query.cursor, [0, ''])))
      .orderBy('sms.received_at', direction)
      .orderBy('sms.sms_id', direction)
      .limit(query.page_size + 1)
      .offset(offsetOf(query))
    const rows = await readPage(db, page, query, { signal })
    const shown = pageFrom(rows, query, { placeOf, rowOf: (row) => rowOf(actor, row) })
    await noteLook({ actor, audit }, rows.slice(0, query.page_size))
    return { ...shown, ...capped(count?.total ?? 0) }
  }

  /** Of the codes that are shown, the audit has those that this person has not seen before. */
  async function noteLook(
    { actor, audit }: Pick<Call<object>, 'actor' | 'audit'>,
    rows: readonly store.Message[],
  ): Promise<void> {
    const { uid } = actor
    const codes = maySee(actor) ? rows.filter(({ code }) => code !== null) : []
    const seen = await store.seenBy(db.query, uid, idsOf(codes))
    const fresh = codes.filter(({ sms_id }) => !seen.has(sms_id))
    if (fresh.length === 0) return audit({ covered: true })
    await db.transaction(async (trx) => {
      const first = await store.seenFirst(trx, uid, idsOf(fresh), clock.now())
      const shown = fresh.filter(({ sms_id }) => first.has(sms_id))
      // Of two windows at once one finds nothing new any more.
      audit(shown.length > 0 ? { after: { messages: shown.map(lookOf) } } : { covered: true })
    })
  }

  async function save({
    input,
    actor,
    audit,
  }: Call<ParsedOf<Api['saveGateway']>>): Promise<GatewaySaved> {
    const { id, version = 0, org_id, renew, ...draft } = input
    audit({ target: draft.name })
    const isNew = id === undefined || renew
    const secret = isNew ? ids.secret(SECRET_BYTES) : null
    const columns = {
      ...draft,
      phone_key: phoneKey(draft.phone) ?? '',
      ...(secret !== null && { secret_sealed: seal.close(secret) }),
    }
    const { before, after } = await db.transaction(async (trx) => {
      if (id === undefined) {
        const home = await homeOrg(trx, actor.scope, org_id)
        const own = {
          secret_sealed: '',
          ...columns,
          org_id: home,
          is_demo: 0,
          last_at: null,
        } as const
        return gateways.added(trx, actor, await gateways.insert(trx, actor, own))
      }
      return gateways.change(trx, actor, { id, act: 'edit' }, async ({ org }) => {
        if (org_id !== undefined && org_id !== org.id) throw invalid({ org_id: ORG_STAYS })
        await gateways.update(trx, actor, { id, version }, columns)
      })
    })
    audit({
      target: after.name,
      target_id: after.id,
      before: before && kept(before),
      after: kept(after),
    })
    return { ...after, secret }
  }

  async function remove({ input: { id }, actor, audit }: Call<ParsedOf<Api['deleteGateway']>>) {
    await db.transaction(async (trx) => {
      await hold(trx, 'sms_gateway', 'id', id)
      const row = await gateways.byId(trx, actor, id)
      audit({ target: row.name, target_id: id, before: kept(row) })
      await trx.deleteFrom('sms_gateway').where('id', '=', id).execute()
      await search.keep(trx, 'sms_gateway', [id])
    })
    return null
  }

  return {
    receiver,
    routes: {
      sms: list,
      gateways: gateways.listed,
      saveGateway: save,
      deleteGateway: remove,
    },
  }
}

const placeOf = ({ received_at, sms_id }: store.Message) => [received_at, sms_id] as const

const idsOf = (rows: readonly store.Message[]) => rows.map(({ sms_id }) => sms_id)

const lookOf = ({ sms_id, phone, sender, received_at }: store.Message) => ({
  sms_id,
  phone: maskedPhone(phone),
  sender: maskedSender(sender),
  received_at,
})

const maySee = ({ actions }: Actor): boolean => actions.has('live-account.operate')

const kept = (row: GatewayRow): GatewayRow => ({ ...row, phone: maskedPhone(row.phone) })

function rowOf(actor: Actor, row: store.Message): SmsRow {
  const isSeen = maySee(actor)
  const seesPhones = actor.actions.has('live-account.edit')
  return {
    sms_id: row.sms_id,
    received_at: row.received_at,
    phone: seesPhones ? row.phone : maskedPhone(row.phone),
    account: row.account_id === null ? null : { id: row.account_id, name: row.nickname ?? '' },
    sender: seesPhones ? row.sender : maskedSender(row.sender),
    content: isSeen ? row.content : withoutDigits(row.content),
    code: row.code === null || isSeen ? row.code : withoutDigits(row.code),
    gateway: row.gateway_id === null ? null : { id: row.gateway_id, name: row.gateway_name ?? '' },
  }
}

const PHONE_TAKEN = words(
  '该手机号已有短信网关，一张SIM卡一个网关',
  'There is a gateway with this phone already: one SIM, one gateway',
)
const ORG_STAYS = words(
  '网关的公会不能更换，请新增网关',
  'A gateway stays in its guild; add another one',
)
