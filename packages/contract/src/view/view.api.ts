import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { listOf } from '../kernel/page.ts'
import { View, ViewDraft, ViewQuery, ViewRef } from './view.schema.ts'

/** Saved views of the console's lists. A group's view takes `group.edit`; everybody in the group sees it. */
export const viewApi = domain('view', {
  list: get('/admin/v1/x/view/list', { input: ViewQuery, data: listOf(View), can: 'login' }),
  save: post('/admin/v1/x/view/save', {
    input: ViewDraft,
    data: View,
    can: 'login',
    audit: words('保存列表视图', 'Saved a list view'),
    changes: ['view.list', 'auth.info'],
  }),
  remove: post('/admin/v1/x/view/remove', {
    input: ViewRef,
    can: 'login',
    audit: words('删除列表视图', 'Removed a list view'),
    changes: ['view.list', 'auth.info'],
  }),
})
