import { words } from '../kernel/words.ts'
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
    audit: words('新增账号', 'Added an account'),
    changes: ['account.list'],
  }),
  edit: post('/admin/v1/passport/edit', {
    input: AccountEdit,
    data: AccountRow,
    can: 'account.edit',
    audit: words('编辑账号', 'Edited an account'),
    changes: ['account.list', 'history.list'],
  }),
  enable: post('/admin/v1/passport/enable', {
    input: AccountEnable,
    data: AccountRow,
    can: 'account.operate',
    audit: words('启用或停用账号', 'Enabled or disabled an account'),
    changes: ['account.list', 'history.list'],
  }),
  removeBind: post('/admin/v1/passport/remove/bind', {
    input: AccountUnbind,
    data: AccountRow,
    can: 'account.manage',
    audit: words('解除账号绑定', 'Removed an account’s bindings'),
    changes: ['account.list', 'history.list'],
  }),
  /** A new password that the server makes up; the person changes it at the next login. */
  reset: post('/admin/v1/x/passport/reset', {
    input: AccountRef,
    data: TemporaryPassword,
    can: 'account.manage',
    audit: words('重置密码', 'Reset a password'),
    changes: ['account.list', 'history.list'],
  }),
})
