import { domain, get } from '../kernel/endpoint.ts'
import { listOf, pageOf } from '../kernel/page.ts'
import {
  GiftEventQuery,
  GiftEventRow,
  IncomeDay,
  IncomeDaysQuery,
  LiveIncomePage,
  LiveIncomeQuery,
} from './income.schema.ts'

export const incomeApi = domain('income', {
  live: get('/admin/v1/stat/live/income', {
    input: LiveIncomeQuery,
    data: LiveIncomePage,
    can: 'income.look',
    download: true,
  }),
  days: get('/admin/v1/x/income/days', {
    input: IncomeDaysQuery,
    data: listOf(IncomeDay),
    can: 'income.look',
  }),
  giftEvents: get('/admin/v1/x/income/gift_events', {
    input: GiftEventQuery,
    data: pageOf(GiftEventRow),
    can: 'income.look',
  }),
})
