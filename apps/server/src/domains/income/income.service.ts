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
} from '@kaibo/contract/income/income.schema.ts'
import { dayBefore, dayOf, daysBetween } from '@kaibo/contract/kernel/day.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { daySums } from './income-day.store.ts'
import { giftEventPage } from './gift-event.store.ts'
import { sourceOf } from './gift-source.store.ts'
import { incomeSheet } from './income.sheet.ts'
import { incomeAfter, incomePage, incomeSums } from './income.store.ts'

type LiveQuery = z.output<typeof LiveIncomeQuery>

export interface Income {
  live(scope: Scope, query: LiveQuery, patience: Patience): Promise<LiveIncomePage>
  /** All rows that the filters match, as a workbook that is written while it is read. */
  exportRows(scope: Scope, query: LiveQuery, lang: Lang, patience: Patience): Download
  /** One row a day, the earliest first. */
  days(
    scope: Scope,
    query: z.output<typeof IncomeDaysQuery>,
    patience: Patience,
  ): Promise<IncomeDay[]>
  giftEvents(
    scope: Scope,
    query: z.output<typeof GiftEventQuery>,
    patience: Patience,
  ): Promise<EndlessPage<GiftEventRow>>
}

const DAYS_SHOWN = 30
/** The chart cannot show more. */
const MAX_DAYS = 366

export function createIncome({ db, clock }: Platform<Tables>): Income {
  return {
    async live(scope, query, patience) {
      const [{ outside, ...sum }, page] = await Promise.all([
        incomeSums(db, scope, query, patience),
        incomePage(db, scope, query, patience),
      ])
      return { ...page, total: sum.runs + outside, total_capped: false, sum }
    },

    exportRows: (scope, query, lang, patience) =>
      workbook(incomeSheet, {
        lang,
        span: spanOf(query.day_from, query.day_to ?? dayOf(clock.now()), lang),
        after: (last, limit) => incomeAfter(db, scope, query, last, { limit, ...patience }),
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

    async giftEvents(scope, query, patience) {
      const source = await sourceOf(db.query, scope, query)
      const { total, total_capped } = source
      if (total === 0) return { list: [], next: null, total, total_capped }
      const page = await giftEventPage(db, source, query, patience)
      return { ...page, total, total_capped }
    },
  }
}
