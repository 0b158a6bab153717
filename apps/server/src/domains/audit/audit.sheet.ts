import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { about, asIs, listed, words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { AuditRow, Change } from '@kaibo/contract/audit/audit.schema.ts'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import type { Sheet } from '#platform/file/sheet.ts'

export const auditSheet: Sheet<AuditRow> = {
  name: nouns.auditLog,
  columns: [
    { title: nouns.number, width: 10, kind: 'count', value: (row) => row.seq },
    { title: words('时间', 'Time'), width: 20, kind: 'instant', value: (row) => row.at },
    { title: nouns.person, width: 16, kind: 'text', value: (row) => row.username },
    {
      title: nouns.action,
      width: 18,
      kind: 'text',
      value: (row) => row.action_name,
    },
    { title: nouns.target, width: 28, kind: 'text', value: (row) => row.target },
    {
      title: nouns.outcome,
      width: 10,
      kind: 'text',
      value: (row, lang) => labelOf(AuditOutcome, row.outcome, lang),
    },
    {
      title: words('变更', 'Changes'),
      width: 60,
      kind: 'text',
      value: (row, lang) => row.changes.map((change) => lineOf(change, lang)).join('\n'),
    },
    { title: nouns.reason, width: 24, kind: 'text', value: (row) => row.reason },
    { title: words('来源地址', 'From address'), width: 16, kind: 'text', value: (row) => row.ip },
    {
      title: words('请求编号', 'Request id'),
      width: 20,
      kind: 'text',
      value: (row) => row.request_id,
    },
    { title: words('校验值', 'Hash'), width: 66, kind: 'text', value: (row) => row.hash },
    {
      title: words('对象编号', 'Target id'),
      width: 28,
      kind: 'text',
      value: (row) => row.target_id,
    },
  ],
}

/** `昵称：王五 → 王小五`; `操作权限：−直播间 · 查看、+直播间 · 编辑`. */
function lineOf({ label, kind, before, after }: Change, lang: Lang): string {
  if (kind === 'set') {
    const signed = [...itemsOf('−', before), ...itemsOf('+', after)]
    return about(asIs(label), listed(signed.map(asIs)))[lang]
  }
  const [was, is] = [before, after].map((value) => (value === null ? null : shown(kind, value)))
  const change = was === null ? `${is}` : `${was} → ${is ?? words('（空）', '(empty)')[lang]}`
  return about(asIs(label), asIs(change))[lang]
}

const itemsOf = (sign: string, json: string | null) =>
  json ? (JSON.parse(json) as string[]).map((item) => `${sign}${item}`) : []

function shown(kind: Change['kind'], value: string): string {
  if (kind === 'fen') return `¥${formatFen(Number(value))}`
  if (kind === 'instant') return instantOf(value)
  return kind === 'rate' ? `${Number(value) / 100}%` : value
}

/** A value that is no instant is shown as it is, so that one broken row does not fail the whole file. */
function instantOf(value: string): string {
  const at = Number(value)
  return Number.isNaN(at) ? value : instantText(at)
}
