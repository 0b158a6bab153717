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
    audit: 'live-account.add',
    changes: ['live-account.list', 'lookup.liveAccounts'],
  }),
})
