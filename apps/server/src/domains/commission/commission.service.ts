import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type {
  BackAccountDraft,
  BackAccountRow,
} from '@kaibo/contract/commission/commission.schema.ts'
import { assertStudio, studioOf } from '#domains/lookup/studio.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid, taken } from '#platform/fault.ts'
import { implement } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import { backAccountSheet } from './commission.sheet.ts'
import * as store from './commission.store.ts'

export function createCommission(platform: Platform<Tables>) {
  const { db, seal } = platform
  const accounts = records(platform, {
    list: commissionApi.accounts,
    edit: commissionApi.saveAccount,
    noun: nouns.backAccount,
    table: 'back_account',
    key: 'id',
    called: 'name',
    rows: store.backAccounts,
    shown: store.shown,
    scope: 'back_account.studio_id',
    sees: studioOf,
    filters: {
      id: 'back_account.id',
      studio_id: 'back_account.studio_id',
      enabled: 'back_account.enabled',
    },
    order: 'created_at',
    answer: (_, __, found) =>
      found.map(({ account_no_end, studio_id, studio_name, game_id, game_name, ...row }) => ({
        ...row,
        account_no: `****${account_no_end}`,
        studio: { id: studio_id, name: studio_name },
        game: game_id === null ? null : { id: game_id, name: game_name ?? '' },
      })),
    taken: {
      account_no_hmac: () => taken('account_no', NUMBER_TAKEN),
    },
    heardBy: ({ studio }) => ({ org_ids: [studio.id] }),
    sheet: backAccountSheet,
  })

  /** The stored forms of an account number. */
  const numbered = (account_no: string) => ({
    account_no_sealed: seal.close(account_no),
    account_no_end: endOf(account_no),
    account_no_hmac: seal.sign('back-account', alikeOf(account_no)),
  })

  const save = (
    actor: Actor,
    { id, version = 0, account_no, ...draft }: BackAccountDraft,
  ): Promise<Changed<BackAccountRow>> =>
    db.transaction(async (trx) => {
      await assertStudio(trx, actor, draft.studio_id)
      if (draft.game_id) await assertGameOf(trx, draft.studio_id, draft.game_id)
      if (id !== undefined)
        return accounts.change(trx, actor, { id, act: 'edit' }, () => {
          const change = account_no === undefined ? draft : { ...draft, ...numbered(account_no) }
          return accounts.update(trx, actor, { id, version }, change)
        })
      const first = { ...numbered(account_no ?? ''), enabled: 1, is_demo: 0 } as const
      const fresh = { game_id: null, ...draft, ...first, note: draft.note ?? '' }
      return accounts.added(trx, actor, await accounts.insert(trx, actor, fresh))
    })

  const routes = implement(commissionApi, {
    accounts: accounts.listed,
    saveAccount: accounts.wrote(save),
    enableAccount: accounts.enabled,
  })
  return { routes, sees: accounts.sees }
}

/** 1001 unless it is a game of the studio. */
async function assertGameOf(q: Queryable<Tables>, studio_id: string, game_id: string) {
  const game = await q
    .selectFrom('game')
    .select('game_id')
    .where('game_id', '=', game_id)
    .where('owner_org_id', '=', studio_id)
    .executeTakeFirst()
  if (!game)
    throw invalid({
      game_id: words('请选择这个工作室的游戏', 'Choose a game of this studio'),
    })
}

const NUMBER_TAKEN = words(
  '该收款账号已录入，请核对',
  'This account number is entered already; check it',
)

/** What the HMAC is made of, so that a number cannot be entered twice: spaces, dashes, case and wide characters do not count. */
const alikeOf = (account_no: string) =>
  account_no
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
    .toLowerCase()

const SHOWN = 4
/** The end that answers show: four characters, of a short number at most a third. */
const endOf = (account_no: string) =>
  account_no.slice(account_no.length - Math.min(SHOWN, Math.floor(account_no.length / 3)))
