import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { AuthExpireStatus, IsOrNot, UserStatus } from '@kaibo/contract/facts/enums.ts'
import { labelIn } from '@kaibo/contract/facts/labels.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Sheet } from '#platform/file/sheet.ts'

export const accountSheet: Sheet<AccountRow> = {
  name: '账号',
  columns: [
    { title: '用户名', width: 20, kind: 'text', value: (row) => row.username },
    { title: '昵称', width: 16, kind: 'text', value: (row) => row.nickname },
    { title: '手机号', width: 16, kind: 'text', value: (row) => row.phone },
    {
      title: '状态',
      width: 8,
      kind: 'text',
      value: (row, lang) => labelOf(UserStatus, row.status, lang),
    },
    {
      title: '分组',
      width: 24,
      kind: 'text',
      value: (row) => row.groups.map((group) => group.name).join('、'),
    },
    { title: '公会', width: 20, kind: 'text', value: (row) => row.org?.name ?? null },
    { title: '地区', width: 12, kind: 'text', value: (row) => row.area },
    {
      title: '有效期',
      width: 12,
      kind: 'text',
      value: (row, lang) => labelOf(AuthExpireStatus, row.expire_status, lang),
    },
    { title: '到期时间', width: 20, kind: 'instant', value: (row) => row.expire_at },
    {
      title: '动态验证码',
      width: 12,
      kind: 'text',
      value: (row, lang) => labelIn(row.otp_bound === IsOrNot.is ? '已绑定' : '未绑定', lang),
    },
    { title: '最近登录', width: 20, kind: 'instant', value: (row) => row.last_login_at },
    { title: '最近登录IP', width: 18, kind: 'text', value: (row) => row.last_ip },
    { title: '创建时间', width: 20, kind: 'instant', value: (row) => row.created_at },
  ],
}
