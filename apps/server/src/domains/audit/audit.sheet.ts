import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { AuditRow, Change } from '@kaibo/contract/audit/audit.schema.ts'
import { audits } from '@kaibo/contract/facts/audits.ts'
import { labelIn } from '@kaibo/contract/facts/labels.ts'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import { labelOf, type Lang } from '@kaibo/contract/kernel/enumeration.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import type { Sheet } from '#platform/file/sheet.ts'

export const auditSheet: Sheet<AuditRow> = {
  name: '操作记录',
  columns: [
    { title: '编号', width: 10, kind: 'count', value: (row) => row.seq },
    { title: '时间', width: 20, kind: 'instant', value: (row) => row.at },
    { title: '操作人', width: 16, kind: 'text', value: (row) => row.username },
    {
      title: '操作',
      width: 18,
      kind: 'text',
      value: (row, lang) => labelOf(audits, row.action, lang),
    },
    { title: '对象', width: 28, kind: 'text', value: (row) => row.target },
    {
      title: '结果',
      width: 10,
      kind: 'text',
      value: (row, lang) => labelOf(AuditOutcome, row.outcome, lang),
    },
    {
      title: '变更',
      width: 60,
      kind: 'text',
      value: (row, lang) => row.changes.map((change) => lineOf(change, lang)).join('\n'),
    },
    { title: '原因', width: 24, kind: 'text', value: (row) => row.reason },
    { title: '来源地址', width: 16, kind: 'text', value: (row) => row.ip },
    { title: '请求编号', width: 20, kind: 'text', value: (row) => row.request_id },
    { title: '校验值', width: 66, kind: 'text', value: (row) => row.hash },
  ],
}

/** 昵称：王五 → 王小五; 操作权限：−直播间 · 查看，+直播间 · 编辑. */
function lineOf({ label, kind, before, after }: Change, lang: Lang): string {
  if (kind === 'set') {
    const signed = [...itemsOf('−', before), ...itemsOf('+', after)]
    return `${label}：${signed.join('，')}`
  }
  const [was, is] = [before, after].map((value) => (value === null ? null : shown(kind, value)))
  return was === null ? `${label}：${is}` : `${label}：${was} → ${is ?? labelIn('（空）', lang)}`
}

const itemsOf = (sign: string, json: string | null) =>
  json ? (JSON.parse(json) as string[]).map((item) => `${sign}${item}`) : []

function shown(kind: Change['kind'], value: string): string {
  if (kind === 'fen') return `¥${formatFen(Number(value))}`
  if (kind === 'instant') return instantOf(value)
  return kind === 'rate' ? `${Number(value) / 100}%` : value
}

/** A value that is no instant is shown as it is: one strange row must not keep the others from being read. */
function instantOf(value: string): string {
  const at = Number(value)
  return Number.isNaN(at) ? value : instantText(at)
}
