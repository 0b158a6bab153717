import { words } from '../kernel/words.ts'
import { domain, get, LONG_READ, post } from '../kernel/endpoint.ts'
import { endlessPageOf, listOf } from '../kernel/page.ts'
import {
  GiftEventQuery,
  GiftEventRow,
  IncomeDay,
  IncomeDaysQuery,
  LiveIncomePage,
  LiveIncomeQuery,
} from './income.schema.ts'
import {
  AdmitResult,
  DismissDraft,
  RefusedPage,
  RefusedQuery,
  RefusedRef,
  RefusedRow,
} from './refused.schema.ts'

export const incomeApi = domain('income', {
  live: get('/admin/v1/stat/live/income', {
    input: LiveIncomeQuery,
    data: LiveIncomePage,
    can: 'income.look',
    download: true,
    timeoutMs: LONG_READ.timeoutMs,
  }),
  days: get('/admin/v1/x/income/days', {
    input: IncomeDaysQuery,
    data: listOf(IncomeDay),
    can: 'income.look',
    timeoutMs: LONG_READ.timeoutMs,
  }),
  giftEvents: get('/admin/v1/x/income/gift_events', {
    input: GiftEventQuery,
    data: endlessPageOf(GiftEventRow),
    can: 'income.look',
  }),
  refused: get('/admin/v1/x/income/refused/list', {
    input: RefusedQuery,
    data: RefusedPage,
    can: 'income.look',
    live: true,
    timeoutMs: LONG_READ.timeoutMs,
  }),
  admit: post('/admin/v1/x/income/refused/admit', {
    input: RefusedRef,
    data: AdmitResult,
    can: 'income.operate',
    audit: words('重新入账', 'Booked a refused event'),
    changes: ['income.refused', 'income.live', 'income.days'],
  }),
  dismiss: post('/admin/v1/x/income/refused/dismiss', {
    input: DismissDraft,
    data: RefusedRow,
    can: 'income.operate',
    audit: words('忽略未入账记录', 'Dismissed a refused event'),
    changes: ['income.refused', 'income.live', 'income.days'],
  }),
})
