import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import {
  LiveAccountAdded,
  LiveAccountDraft,
  LiveAccountQuery,
  LiveAccountRef,
  LiveAccountRestore,
  LiveAccountRow,
  LiveAccountUpdate,
  LotterySave,
  PushKey,
} from './live-account.schema.ts'
import { smsCalls } from './sms.calls.ts'

/** The reads that show accounts or name them. */
const SHOWN = ['live-account.list', 'lookup.liveAccounts', 'history.list'] as const

export const liveAccountApi = domain('live-account', {
  list: get('/admin/v1/live/account/list', {
    input: LiveAccountQuery,
    data: pageOf(LiveAccountRow),
    can: 'live-account.look',
    live: true,
  }),
  add: post('/admin/v1/live/account/add', {
    input: LiveAccountDraft,
    data: LiveAccountAdded,
    can: 'live-account.add',
    audit: words('新增直播账号', 'Added a live account'),
    changes: ['live-account.list', 'lookup.liveAccounts'],
  }),
  update: post('/admin/v1/live/account/update', {
    input: LiveAccountUpdate,
    data: LiveAccountRow,
    can: 'live-account.edit',
    audit: words('编辑直播账号', 'Edited a live account'),
    changes: [...SHOWN, 'room.list', 'room.wall', 'room.info'],
  }),
  delete: post('/admin/v1/live/account/delete', {
    input: LiveAccountRef,
    data: LiveAccountRow,
    can: 'live-account.del',
    audit: words('删除直播账号', 'Deleted a live account'),
    changes: SHOWN,
  }),
  /** Takes a deletion back, while no other account has its numbers. */
  restore: post('/admin/v1/x/live-account/restore', {
    input: LiveAccountRestore,
    data: LiveAccountRow,
    can: 'live-account.del',
    audit: words('撤销删除直播账号', 'Restored a deleted live account'),
    changes: SHOWN,
  }),
  saveLottery: post('/admin/v1/live/account/lottery/save', {
    input: LotterySave,
    data: LiveAccountRow,
    can: 'live-account.edit',
    audit: words('保存福袋', 'Saved the lucky bag'),
    changes: SHOWN,
  }),
  /** A new key and secret for the generic push; the old ones are refused from then on. */
  push: post('/admin/v1/x/live-account/push', {
    input: LiveAccountRef,
    data: PushKey,
    can: 'live-account.manage',
    audit: words('更换推送密钥', 'Renewed a push key'),
  }),
  ...smsCalls,
})
