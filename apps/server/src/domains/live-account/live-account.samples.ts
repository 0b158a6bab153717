import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'

const draft = { platform: 'kuaishou', nickname: '新账号' }
const lottery = {
  enabled: 1,
  every_min: 30,
  seconds: 60,
  winners: 3,
  prize: '玫瑰',
  condition: 'none',
}

let phones = 0
const gateway = (org_id: string) => ({
  name: '短信网关',
  phone: `1380000${String(1_000 + ++phones)}`,
  org_id,
})

async function gatewayOf(server: TestServer, org_id: string) {
  const admin = await server.login('admin')
  return (await server.call(liveAccountApi.saveGateway, gateway(org_id), admin)).data
}

async function messageOf({ db, clock }: TestServer, org_id: string) {
  const ext_id = `样例${++phones}`
  const now = clock.now()
  await db.query
    .insertInto('sms_message')
    .values({
      sms_id: ext_id,
      gateway_id: 'none',
      ext_id,
      org_id,
      phone: '13800000000',
      phone_key: '13800000000',
      sender: '10086',
      content: '验证码 123456',
      code: '123456',
      account_id: null,
      received_at: now,
      stored_at: now,
    })
    .execute()
}

/** A call on an account that no room is bound to, and the same on one of the other organisation. */
const onAccount = (call: (account_id: string) => object): Sample => {
  const on = async ({ platform }: TestServer, org_id: string) =>
    call((await buildLiveAccount(platform, { org_id })).account_id)
  return {
    input: ({ server, org_id }) => on(server, org_id),
    foreign: ({ server, foreign }) => on(server, foreign.room.org_id),
  }
}

const onDeleted = async (server: TestServer, org_id: string) => {
  const deleted_at = server.clock.now()
  const { account_id, version } = await buildLiveAccount(server.platform, { org_id, deleted_at })
  return { account_id, version }
}

export const liveAccountSamples: DomainSamples = {
  rows: async (server, org_id) => [
    (await buildLiveAccount(server.platform, { org_id })).account_id,
    (await gatewayOf(server, org_id)).id,
  ],
  calls: {
    'live-account.list': nothing,
    'live-account.add': {
      input: () => draft,
      foreign: ({ foreign }) => ({ ...draft, org_id: foreign.room.org_id }),
    },
    'live-account.update': onAccount((account_id) => ({ account_id, version: 1, area: '上海' })),
    'live-account.delete': onAccount((account_id) => ({ account_id })),
    'live-account.restore': {
      input: ({ server, org_id }) => onDeleted(server, org_id),
      foreign: ({ server, foreign }) => onDeleted(server, foreign.room.org_id),
    },
    'live-account.saveLottery': onAccount((account_id) => ({ account_id, version: 1, ...lottery })),
    'live-account.push': onAccount((account_id) => ({ account_id })),
    // A code that the person is shown for the first time.
    'live-account.sms': {
      as: 'operator',
      foreign: 'names no row',
      input: async ({ server, org_id }) => {
        await messageOf(server, org_id)
        return {}
      },
    },
    'sms.push': { ...nothing, code: 1002 },
    'sms.forward': { ...nothing, code: 1002 },
    'live-account.gateways': nothing,
    'live-account.saveGateway': {
      input: ({ org_id }) => gateway(org_id),
      foreign: ({ foreign }) => gateway(foreign.room.org_id),
    },
    'live-account.deleteGateway': {
      input: async ({ server, org_id }) => ({ id: (await gatewayOf(server, org_id)).id }),
      foreign: async ({ server, foreign }) => ({
        id: (await gatewayOf(server, foreign.room.org_id)).id,
      }),
    },
  },
}
