import type * as z from 'zod/mini'
import type { Patience } from '#platform/db/report.ts'
import { spanOf, workbook } from '#platform/file/sheet.ts'
import type { Download } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tables } from '#migrations/tables.ts'
import type {
  GiftEventQuery,
  GiftEventRow,
  IncomeDay,
  IncomeDaysQuery,
  LiveIncomePage,
  LiveIncomeQuery,
  LiveIncomeRow,
} from '@kaibo/contract/income/income.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { isLate } from '@kaibo/contract/live/event.ts'
import { dayBefore, dayOf, daysBetween } from '@kaibo/contract/kernel/day.ts'
import type { Lang } from '@kaibo/contract/kernel/enumeration.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { daySums } from './income-day.store.ts'
import { giftEventPage, sourceOf } from './gift-event.store.ts'
import { runSheet } from './income.sheet.ts'
import { runPage, runsAfter, runSums, type RunRecord } from './income.store.ts'

type RunQuery = z.output<typeof LiveIncomeQuery>

export interface Income {
  runs(scope: Scope, query: RunQuery, patience: Patience): Promise<LiveIncomePage>
  /** All runs that the filters match, as a workbook that is written while it is read. */
  exportRuns(scope: Scope, query: RunQuery, lang: Lang, patience: Patience): Download
  /** One row a day, the earliest first. */
  days(
    scope: Scope,
    query: z.output<typeof IncomeDaysQuery>,
    patience: Patience,
  ): Promise<IncomeDay[]>
  giftEvents(scope: Scope, query: z.output<typeof GiftEventQuery>): Promise<Page<GiftEventRow>>
}

const DAYS_SHOWN = 30
/** More would be lines too thin to read. */
const MAX_DAYS = 366

export function createIncome({ db, clock }: Platform<Tables>): Income {
  return {
    async runs(scope, query, patience) {
      const [sum, list] = await Promise.all([
        runSums(db, scope, query, patience),
        runPage(db, scope, query, patience),
      ])
      return { list: list.map(rowOf), total: sum.runs, sum }
    },

    exportRuns: (scope, query, lang, patience) =>
      workbook(runSheet, {
        lang,
        span: spanOf(query.day_from, query.day_to ?? dayOf(clock.now()), lang),
        after: (last, limit) => runsAfter(db, scope, query, last, { limit, ...patience }),
      }),

    async days(scope, query, patience) {
      const to = query.day_to ?? dayOf(clock.now())
      const from = query.day_from ?? dayBefore(to, DAYS_SHOWN - 1)
      const days = daysBetween(from, to, MAX_DAYS)
      const range = { day_from: days[0] ?? to, day_to: to }
      const sums = await daySums(db, scope, { ...query, ...range }, patience)
      const sumOf = new Map(sums.map((sum) => [sum.day, sum]))
      return days.map((day) => sumOf.get(day) ?? { day, gift_fen: 0, gift_count: 0 })
    },

    async giftEvents(scope, query) {
      const source = await sourceOf(db.query, scope, query)
      if (source.total === 0) return { list: [], total: 0 }
      const events = await giftEventPage(db.query, scope, source, query)
      return {
        list: events.map((event) => ({
          ...event,
          id: String(event.id),
          is_late: isLate(event.at, event.received_at) ? IsOrNot.is : IsOrNot.not,
        })),
        total: source.total,
      }
    },
  }
}

const rowOf = (run: RunRecord): LiveIncomeRow => ({
  run_id: run.run_id,
  room_code: run.room_code,
  room_name: run.room_name,
  account: { account_id: run.account_id, nickname: run.nickname, platform: run.platform },
  org: { id: run.org_id, name: run.org_name },
  started_at: run.started_at,
  ended_at: run.ended_at,
  end_cause: run.end_cause,
  gift_fen: run.gift_fen,
  gift_count: run.gift_count,
  payers: run.payers,
  danmu: run.danmu,
  viewers: run.viewers,
  money_unsent: run.money_unsent,
  is_demo: run.is_demo,
})
