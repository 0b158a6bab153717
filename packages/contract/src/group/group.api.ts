import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { listOf, pageOf } from '../kernel/page.ts'
import {
  GroupDraft,
  GroupEnable,
  GroupOption,
  GroupQuery,
  GroupRef,
  GroupRow,
  GroupView,
  Why,
  WhyQuery,
} from './group.schema.ts'

export const groupApi = domain('group', {
  list: get('/admin/v1/passport/group/list', {
    input: GroupQuery,
    data: pageOf(GroupRow),
    can: 'group.look',
    live: true,
  }),
  /** The enabled groups, to choose from. */
  all: get('/admin/v1/passport/group/all', { data: listOf(GroupOption), can: 'account.look' }),
  /** The enabled groups for guild accounts, to choose from. */
  ghlist: get('/admin/v1/passport/group/ghlist', { data: listOf(GroupOption), can: 'org.look' }),
  save: post('/admin/v1/passport/group/save', {
    input: GroupDraft,
    data: GroupRow,
    can: 'group.edit',
    audit: words('保存账号分组', 'Saved a group'),
    changes: ['group.list', 'group.all', 'group.ghlist', 'history.list'],
  }),
  enable: post('/admin/v1/passport/group/enable', {
    input: GroupEnable,
    data: GroupRow,
    can: 'group.operate',
    audit: words('启用或停用账号分组', 'Enabled or disabled a group'),
    changes: ['group.list', 'group.all', 'group.ghlist', 'history.list'],
  }),
  view: get('/admin/v1/x/passport/group/view', {
    input: GroupRef,
    data: GroupView,
    can: 'group.look',
  }),
  why: get('/admin/v1/x/passport/group/why', { input: WhyQuery, data: Why, can: 'login' }),
})
