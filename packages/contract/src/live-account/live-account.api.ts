import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import {
  LiveAccountAdded,
  LiveAccountDraft,
  LiveAccountQuery,
  LiveAccountRow,
} from './live-account.schema.ts'

export const liveAccountApi = domain('live-account', {
  list: get('/admin/v1/live/account/list', {
    input: LiveAccountQuery,
    data: pageOf(LiveAccountRow),
    can: 'live-account.look',
  }),
  add: post('/admin/v1/live/account/add', {
    input: LiveAccountDraft,
    data: LiveAccountAdded,
    can: 'live-account.add',
    audit: words('新增直播账号', 'Added a live account'),
    changes: ['live-account.list', 'lookup.liveAccounts'],
  }),
})
