import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { loginStateOf } from '@kaibo/contract/live-account/live-account.rules.ts'
import type { Lottery } from '@kaibo/contract/live/lottery.schema.ts'
import { maskedPhone } from '@kaibo/contract/live-account/sms.rules.ts'
import type {
  LiveAccountDraft,
  LiveAccountRow,
  LoginState,
} from '@kaibo/contract/live-account/live-account.schema.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import { roomsHolding } from '#domains/lookup/lookup.store.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { taken } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import { createEditing, pushKey, sealedBy, type EditingDeps } from './live-account.editing.ts'
import * as store from './live-account.store.ts'

export type LiveAccountService = ReturnType<typeof createLiveAccounts>

const hasOneAlready = ({ zh, en }: Words) =>
  words(
    `该${zh}已有直播账号，请核对后再添加`,
    `Another live account has this ${en}; check it and add again`,
  )

export function createLiveAccounts(platform: Platform<Tables>, deps: EditingDeps) {
  const { db, ids, seal, log } = platform

  async function rowsOf(
    q: Queryable<Tables>,
    actor: Actor,
    records: readonly store.AccountRecord[],
    now: number,
  ): Promise<LiveAccountRow[]> {
    const account_ids = records.map((record) => record.account_id)
    const rooms = await roomsHolding(q, 'account_id', account_ids)
    const income = await store.incomeOf(q, account_ids, dayOf(now))
    return records.map((record) => {
      const { org_id, org_name, lottery_json, credentials_sealed: _sealed, ...row } = record
      return {
        ...row,
        phone: actor.actions.has('live-account.edit') ? row.phone : maskedPhone(row.phone),
        lottery: lottery_json === null ? null : (JSON.parse(lottery_json) as Lottery),
        org: { id: org_id, name: org_name },
        login_state: loginState(record),
        room: rooms.get(row.account_id) ?? null,
        today_fen: income.get(row.account_id) ?? 0,
      }
    })
  }

  function loginState(record: store.AccountRecord): LoginState {
    const { account_id, platform, platform_room_id, credentials_sealed: sealed } = record
    const credentials = credentialsOf(seal, sealed)
    if (credentials) return loginStateOf(platform, { ...credentials, platform_room_id })
    log.error({ account_id }, 'credentials cannot be opened')
    return 'unknown'
  }

  const accounts = records(platform, {
    list: liveAccountApi.list,
    edit: liveAccountApi.update,
    noun: nouns.liveAccount,
    table: 'live_account',
    key: 'account_id',
    called: 'account_id',
    rows: store.accounts,
    shown: store.shown,
    scope: 'live_account.org_id',
    filters: {
      platform: 'live_account.platform',
      org_id: 'live_account.org_id',
      tag: 'live_account.tag',
      enabled: 'live_account.enabled',
      account_id: 'live_account.account_id',
    },
    order: 'created_at',
    answer: rowsOf,
    taken: {
      platform_uid: () => taken('platform_uid', hasOneAlready(nouns.platformUid)),
      platform_room_id: () => taken('platform_room_id', hasOneAlready(nouns.platformRoom)),
    },
    heardBy: ({ org }) => ({ org_ids: [org.id] }),
  })

  /** The push secret is answered here only; the database keeps it encrypted. */
  async function add(actor: Actor, { credentials, org_id, ...draft }: LiveAccountDraft) {
    const push = pushKey(ids)
    const { after: account } = await db.transaction(async (trx) => {
      const id = await accounts.insert(trx, actor, {
        ...draft,
        org_id: await homeOrg(trx, actor.scope, org_id),
        credentials_sealed: sealedBy(seal, credentials),
        push_key: push.key,
        push_secret_sealed: seal.close(push.secret),
        lottery_json: null,
        enabled: 1,
        is_demo: 0,
        deleted_at: null,
      })
      return accounts.added(trx, actor, id)
    })
    return { account, push }
  }

  return {
    listed: accounts.listed,
    sees: accounts.sees,
    add,
    ...createEditing(platform, accounts, deps),
  }
}
