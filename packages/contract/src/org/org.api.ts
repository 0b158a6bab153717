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
    audit: 'org.add',
    changes: ['org.list', 'lookup.orgs', 'lookup.areas'],
  }),
  edit: post('/admin/v1/org/account/edit', {
    input: OrgEdit,
    data: OrgRow,
    can: 'org.edit',
    audit: 'org.edit',
    changes: ['org.list', 'lookup.orgs', 'lookup.areas'],
  }),
  enable: post('/admin/v1/org/account/enable', {
    input: OrgEnable,
    data: OrgRow,
    can: 'org.operate',
    audit: 'org.enable',
    changes: ['org.list', 'lookup.orgs'],
  }),
})
