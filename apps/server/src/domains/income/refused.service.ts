import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { AdmitResult, RefusedPage, RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { orgOfScope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor, type Actor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { Patience } from '#platform/db/report.ts'
import { conflict, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './refused.store.ts'

export interface RefusedDeps {
  /** Tries to book the event once more; throws the reason where it is refused again. */
  readmit(
    id: number,
    by: { uid: string; org_id: string | undefined },
  ): Promise<Pick<AdmitResult, 'outcome' | 'fen'>>
}

export interface Changed {
  before: RefusedRow
  after: RefusedRow
}

/** Refused events that may carry money, and the decisions that people make on them. */
export interface Refused {
  list(actor: Actor, query: store.Query, patience: Patience): Promise<RefusedPage>
  admit(actor: Actor, id: string): Promise<Changed & Pick<AdmitResult, 'outcome' | 'fen'>>
  dismiss(actor: Actor, id: string, note: string): Promise<Changed>
  /** Tells open lists of rows that ingest has written. */
  changed(rows: readonly { id: number; org_id: string }[]): void
}

export function createRefused({ db, clock, live }: Platform<Tables>, deps: RefusedDeps): Refused {
  const tellLists = live.list(incomeApi.refused)
  const tell = (by: Actor, { id, org_id }: { id: number | string; org_id: string }) =>
    tellLists(by, { id: String(id), of: { org_ids: [org_id] } })

  async function rowById({ scope }: Actor, id: string): Promise<RefusedRow> {
    const record = await store.refusedById(db.query, scope, Number(id))
    if (!record) throw notFound(nouns.refusedEvent)
    return rowOf(record)
  }

  return {
    async list({ scope }, query, patience) {
      const [records, { total, open, fen }] = await Promise.all([
        store.refusedPage(db, scope, query, patience),
        store.countRefused(db, scope, query, patience),
      ])
      return { list: records.map(rowOf), total, open: { count: open, claimed_fen: fen } }
    },

    async admit(actor, id) {
      const before = await rowById(actor, id)
      const by = { uid: actor.uid, org_id: orgOfScope(actor.scope) }
      const done = await deps.readmit(Number(id), by)
      return { ...done, before, after: await rowById(actor, id) }
    },

    async dismiss(actor, id, note) {
      const before = await rowById(actor, id)
      const decision = { id: Number(id), note, decided_by: actor.uid, decided_at: clock.now() }
      await db.transaction(async (trx) => {
        if (!(await store.dismissRefused(trx, actor.scope, decision)))
          throw conflict(
            words('这条记录已处理，请刷新', 'Somebody has decided this one already; reload'),
          )
        afterCommit(trx, () => tell(actor, { id, org_id: before.org.id }))
      })
      return { before, after: await rowById(actor, id) }
    },

    changed: (rows) => {
      for (const row of rows) tell(visitor, row)
    },
  }
}

const rowOf = (record: store.RefusedRecord): RefusedRow => ({
  id: String(record.id),
  org: { id: record.org_id, name: record.org_name ?? '' },
  room:
    record.room_code === null
      ? null
      : { room_code: record.room_code, name: record.room_name ?? '' },
  run_id: record.run_id,
  account:
    record.account_id === null || record.platform === null
      ? null
      : {
          account_id: record.account_id,
          nickname: record.account_nickname ?? '',
          platform: record.platform,
        },
  pc: record.pc_id === null ? null : { pc_id: record.pc_id, name: record.pc_name ?? '' },
  source: record.source,
  event_id: record.event_id,
  kind: record.kind,
  open_id: record.open_id,
  nickname: record.nickname,
  gift_name: record.gift_name,
  claimed_fen: record.fen,
  claimed_count: record.count,
  code: record.code,
  reason: record.reason,
  reason_en: record.reason_en,
  raw: record.raw_json,
  at: record.at,
  received_at: record.received_at,
  seen: record.seen,
  seen_at: record.seen_at,
  state: record.state,
  decided_by: record.decided_by_name,
  decided_at: record.decided_at,
  note: record.note,
  note_en: record.note_en,
})
