import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { AuthExpireStatus, IsOrNot, UserStatus } from '@kaibo/contract/facts/enums.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Db } from '#platform/db/db.ts'
import { xlsx, XLSX_TYPE, type Column } from '#platform/file/xlsx.ts'
import { Download } from '#platform/http/implement.ts'
import { rowsOf } from './account.rows.ts'
import { accountsAfter, type Filter } from './account.store.ts'

const SHEET = '账号'
/** Rows in memory at once while a workbook is written. */
const CHUNK = 500

const columns: readonly Column<AccountRow>[] = [
  { title: '用户名', width: 20, kind: 'text', value: (row) => row.username },
  { title: '昵称', width: 16, kind: 'text', value: (row) => row.nickname },
  { title: '手机号', width: 16, kind: 'text', value: (row) => row.phone },
  { title: '状态', width: 8, kind: 'text', value: (row) => labelOf(UserStatus, row.status, 'zh') },
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
    value: (row) => labelOf(AuthExpireStatus, row.expire_status, 'zh'),
  },
  { title: '到期时间', width: 20, kind: 'instant', value: (row) => row.expire_at },
  {
    title: '动态验证码',
    width: 12,
    kind: 'text',
    value: (row) => (row.otp_bound === IsOrNot.is ? '已绑定' : '未绑定'),
  },
  { title: '最近登录', width: 20, kind: 'instant', value: (row) => row.last_login_at },
  { title: '最近登录IP', width: 18, kind: 'text', value: (row) => row.last_ip },
  { title: '创建时间', width: 20, kind: 'instant', value: (row) => row.created_at },
]

/** All accounts that the filters match, as a workbook that is written while it is read. */
export function accountSheet(
  { query: q }: Db<Tables>,
  actor: Actor,
  filter: Filter,
  now: number,
): Download {
  async function* chunks(): AsyncGenerator<AccountRow[]> {
    let last: string | undefined
    for (;;) {
      const records = await accountsAfter(q, actor.scope, filter, { now, last, limit: CHUNK })
      if (records.length > 0) yield rowsOf(q, actor, records, now)
      if (records.length < CHUNK) return
      last = records.at(-1)?.uid
    }
  }
  return new Download(`${SHEET}_${dayOf(now)}.xlsx`, XLSX_TYPE, xlsx(SHEET, columns, chunks()))
}
