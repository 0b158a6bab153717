import { words } from '../kernel/words.ts'
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
    audit: words('保存回收账号', 'Saved a back account'),
    changes: ['commission.accounts', 'history.list'],
  }),
  enableAccount: post('/admin/v1/x/commission/account/enable', {
    input: BackAccountEnable,
    data: BackAccountRow,
    can: 'commission.operate',
    audit: words('启用或停用回收账号', 'Enabled or disabled a back account'),
    changes: ['commission.accounts', 'history.list'],
  }),
})
