import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { listed, words } from '@kaibo/contract/kernel/words.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { AuthExpireStatus, IsOrNot, UserStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Sheet } from '#platform/file/sheet.ts'

export const accountSheet: Sheet<AccountRow> = {
  name: nouns.account,
  columns: [
    { title: nouns.username, width: 20, kind: 'text', value: (row) => row.username },
    { title: nouns.nickname, width: 16, kind: 'text', value: (row) => row.nickname },
    { title: nouns.phone, width: 16, kind: 'text', value: (row) => row.phone },
    {
      title: nouns.status,
      width: 8,
      kind: 'text',
      value: (row, lang) => labelOf(UserStatus, row.status, lang),
    },
    {
      title: nouns.group,
      width: 24,
      kind: 'text',
      value: (row, lang) => listed(row.groups.map(groupWords))[lang],
    },
    { title: nouns.org, width: 20, kind: 'text', value: (row) => row.org?.name ?? null },
    { title: nouns.area, width: 12, kind: 'text', value: (row) => row.area },
    {
      title: nouns.validity,
      width: 12,
      kind: 'text',
      value: (row, lang) => labelOf(AuthExpireStatus, row.expire_status, lang),
    },
    { title: nouns.expires, width: 20, kind: 'instant', value: (row) => row.expire_at },
    {
      title: nouns.secondFactor,
      width: 12,
      kind: 'text',
      value: (row, lang) =>
        (row.otp_bound === IsOrNot.is ? words('已绑定', 'Set up') : words('未绑定', 'Not set up'))[
          lang
        ],
    },
    {
      title: words('最近登录', 'Last login'),
      width: 20,
      kind: 'instant',
      value: (row) => row.last_login_at,
    },
    {
      title: words('最近登录IP', 'Last login IP'),
      width: 18,
      kind: 'text',
      value: (row) => row.last_ip,
    },
    {
      title: words('创建时间', 'Created'),
      width: 20,
      kind: 'instant',
      value: (row) => row.created_at,
    },
  ],
}
