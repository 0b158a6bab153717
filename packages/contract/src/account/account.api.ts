import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import {
  AccountDraft,
  AccountEdit,
  AccountEnable,
  AccountQuery,
  AccountRef,
  AccountRow,
  AccountUnbind,
  TemporaryPassword,
} from './account.schema.ts'

export const accountApi = domain('account', {
  list: get('/admin/v1/passport/list', {
    input: AccountQuery,
    data: pageOf(AccountRow),
    can: 'account.look',
    download: true,
    live: true,
  }),
  add: post('/admin/v1/passport/add', {
    input: AccountDraft,
    data: AccountRow,
    can: 'account.add',
    audit: 'account.add',
    changes: ['account.list'],
  }),
  edit: post('/admin/v1/passport/edit', {
    input: AccountEdit,
    data: AccountRow,
    can: 'account.edit',
    audit: 'account.edit',
    changes: ['account.list'],
  }),
  enable: post('/admin/v1/passport/enable', {
    input: AccountEnable,
    data: AccountRow,
    can: 'account.operate',
    audit: 'account.enable',
    changes: ['account.list'],
  }),
  removeBind: post('/admin/v1/passport/remove/bind', {
    input: AccountUnbind,
    data: AccountRow,
    can: 'account.manage',
    audit: 'account.removeBind',
    changes: ['account.list'],
  }),
  /** A new password that the server makes up; the person changes it at the next login. */
  reset: post('/admin/v1/x/passport/reset', {
    input: AccountRef,
    data: TemporaryPassword,
    can: 'account.manage',
    audit: 'account.reset',
    changes: ['account.list'],
  }),
})
