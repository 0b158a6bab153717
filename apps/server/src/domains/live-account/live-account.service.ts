import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { loginStateOf } from '@kaibo/contract/live-account/live-account.rules.ts'
import type {
  Credentials,
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
import * as store from './live-account.store.ts'

export type LiveAccountService = ReturnType<typeof createLiveAccounts>

const PUSH_KEY_BYTES = 12
const PUSH_SECRET_BYTES = 32

const hasOneAlready = ({ zh, en }: Words) =>
  words(
    `该${zh}已有直播账号，请核对后再添加`,
    `Another live account has this ${en}; check it and add again`,
  )

export function createLiveAccounts(platform: Platform<Tables>) {
  const { db, ids, seal, log } = platform

  async function rowsOf(
    q: Queryable<Tables>,
    _: Actor,
    records: readonly store.AccountRecord[],
    now: number,
  ): Promise<LiveAccountRow[]> {
    const account_ids = records.map((record) => record.account_id)
    const rooms = await roomsHolding(q, 'account_id', account_ids)
    const income = await store.incomeOf(q, account_ids, dayOf(now))
    return records.map((record) => {
      const { org_id, org_name, credentials_sealed: _sealed, ...row } = record
      return {
        ...row,
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

  const sealed = (credentials: Credentials = {}): string | null => {
    const filled = Object.entries(credentials).filter(([, value]) => value)
    return filled.length > 0 ? seal.close(JSON.stringify(Object.fromEntries(filled))) : null
  }

  const accounts = records(platform, {
    list: liveAccountApi.list,
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
      enabled: 'live_account.enabled',
    },
    order: 'created_at',
    answer: rowsOf,
    taken: {
      platform_uid: () => taken('platform_uid', hasOneAlready(nouns.platformUid)),
      platform_room_id: () => taken('platform_room_id', hasOneAlready(nouns.platformRoom)),
    },
  })

  /** The push secret is answered here only; the database keeps it encrypted. */
  async function add(actor: Actor, { credentials, org_id, ...draft }: LiveAccountDraft) {
    const push = { key: ids.secret(PUSH_KEY_BYTES), secret: ids.secret(PUSH_SECRET_BYTES) }
    const { after: account } = await db.transaction(async (trx) => {
      const id = await accounts.insert(trx, actor, {
        ...draft,
        org_id: await homeOrg(trx, actor.scope, org_id),
        credentials_sealed: sealed(credentials),
        push_key: push.key,
        push_secret_sealed: seal.close(push.secret),
        enabled: 1,
        is_demo: 0,
      })
      return accounts.added(trx, actor, id)
    })
    return { account, push }
  }

  return { listed: accounts.listed, sees: accounts.sees, add }
}
