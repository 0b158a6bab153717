import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import {
  BackAccountDraft,
  BackAccountEnable,
  BackAccountQuery,
  BackAccountRow,
} from './commission.schema.ts'

export const commissionApi = domain('commission', {
  accounts: get('/admin/v1/gstools/account/list', {
    input: BackAccountQuery,
    data: pageOf(BackAccountRow),
    can: 'commission.look',
    download: true,
    live: true,
  }),
  saveAccount: post('/admin/v1/x/commission/account', {
    input: BackAccountDraft,
    data: BackAccountRow,
    can: 'commission.operate',
    audit: 'commission.saveAccount',
  }),
  enableAccount: post('/admin/v1/x/commission/account/enable', {
    input: BackAccountEnable,
    data: BackAccountRow,
    can: 'commission.operate',
    audit: 'commission.enableAccount',
  }),
})
