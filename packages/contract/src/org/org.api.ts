import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import { OrgDraft, OrgEdit, OrgEnable, OrgQuery, OrgRow } from './org.schema.ts'

export const orgApi = domain('org', {
  list: get('/admin/v1/org/account/list', {
    input: OrgQuery,
    data: pageOf(OrgRow),
    can: 'org.look',
    live: true,
  }),
  add: post('/admin/v1/org/account/add', {
    input: OrgDraft,
    data: OrgRow,
    can: 'org.add',
    audit: words('新增公会', 'Added a guild'),
    changes: ['org.list', 'lookup.orgs', 'lookup.studios', 'lookup.areas'],
  }),
  edit: post('/admin/v1/org/account/edit', {
    input: OrgEdit,
    data: OrgRow,
    can: 'org.edit',
    audit: words('编辑公会', 'Edited a guild'),
    changes: ['org.list', 'lookup.orgs', 'lookup.studios', 'lookup.areas', 'history.list'],
  }),
  enable: post('/admin/v1/org/account/enable', {
    input: OrgEnable,
    data: OrgRow,
    can: 'org.operate',
    audit: words('启用或停用公会', 'Enabled or disabled a guild'),
    changes: ['org.list', 'lookup.orgs', 'lookup.studios', 'history.list'],
  }),
})
