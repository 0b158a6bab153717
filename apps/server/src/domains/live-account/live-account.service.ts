import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
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
import { conflict, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './live-account.store.ts'

export interface LiveAccountService {
  list(scope: Scope, query: store.Query): Promise<Page<LiveAccountRow>>
  /** The push secret is in this answer and nowhere else. */
  add(actor: Actor, draft: LiveAccountDraft): Promise<DataOf<typeof liveAccountApi.add>>
}

const PUSH_KEY_BYTES = 12
const PUSH_SECRET_BYTES = 32

export function createLiveAccounts(platform: Platform<Tables>): LiveAccountService {
  const { db, clock, ids, seal, log } = platform

  async function rowsOf(
    q: Queryable<Tables>,
    records: readonly store.AccountRecord[],
  ): Promise<LiveAccountRow[]> {
    const account_ids = records.map((record) => record.account_id)
    const rooms = await roomsHolding(q, 'account_id', account_ids)
    const income = await store.incomeOf(q, account_ids, dayOf(clock.now()))
    return records.map((record) => {
      const { org_id, org_name, credentials_sealed: _, ...row } = record
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

  return {
    async list(scope, query) {
      const [records, total] = await Promise.all([
        store.accountPage(db.query, scope, query),
        store.countAccounts(db.query, scope, query),
      ])
      return { list: await rowsOf(db.query, records), total }
    },
    async add(actor, { credentials, org_id, ...draft }) {
      const now = clock.now()
      const account_id = ids.next(now)
      const push = { key: ids.secret(PUSH_KEY_BYTES), secret: ids.secret(PUSH_SECRET_BYTES) }
      return db.transaction(async (trx) => {
        const added = await store.addAccount(trx, {
          ...draft,
          account_id,
          org_id: await homeOrg(trx, actor.scope, org_id),
          credentials_sealed: sealed(credentials),
          push_key: push.key,
          push_secret_sealed: seal.close(push.secret),
          enabled: 1,
          is_demo: 0,
          created_at: now,
          updated_at: now,
          updated_by: actor.uid,
          version: 1,
        })
        if (!added) {
          const byUid = await store.uidIsTaken(trx, draft.platform, draft.platform_uid)
          const { zh, en } = byUid ? nouns.platformUid : nouns.platformRoom
          throw conflict(
            words(
              `该${zh}已有直播账号，请核对后再添加`,
              `${en}: there is a live account with it already`,
            ),
          )
        }
        const record = await store.accountById(trx, actor.scope, account_id)
        const [account] = await rowsOf(trx, record ? [record] : [])
        if (!account) throw notFound(nouns.liveAccount)
        return { account, push }
      })
    },
  }
}
