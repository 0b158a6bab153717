import type * as z from 'zod/mini'
import { domainOf } from '@kaibo/contract/facts/domains.ts'
import type { Label } from '@kaibo/contract/facts/labels.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { bare, labelOfField, schemaAt } from '@kaibo/contract/kernel/field.ts'

type Schema = z.core.$ZodType
type Path = readonly (string | number)[]

export interface Word {
  label: string
  /** The schema of the value, where the contract has one at this path. */
  schema: Schema | undefined
}

/** What a field of a write is called. */
export type Words = (action: string, path: Path) => Word

/** Fields of answers, which no form asks for and so no label names. */
const OTHER: Readonly<Record<string, Label>> = {
  account: '账号',
  accounts: '账号数',
  at: '发生时间',
  built_in: '内置',
  bytes: '大小（字节）',
  claimed_count: '数量',
  claimed_fen: '金额',
  danmu: '弹幕数',
  decided_at: '处理时间',
  decided_by: '处理人',
  ended_at: '停播时间',
  event_id: '事件标识',
  expires_at: '失效时间',
  fen: '金额',
  gift_count: '礼物数',
  gift_fen: '流水',
  gift_name: '礼物名称',
  group: '分组',
  groups: '分组',
  height: '高',
  id: '编号',
  ip: '地址',
  is_demo: '演示数据',
  key: '存放位置',
  last_error: '最近故障',
  last_ip: '最近登录地址',
  last_login_at: '最近登录时间',
  last_seen_at: '最近在线',
  live_accounts: '直播账号数',
  login_state: '登录状态',
  members: '成员数',
  money_unsent: '未上传的收入',
  must: '待办',
  must_change: '须改密码',
  open_id: '用户标识',
  org: '公会',
  otp_bound: '已绑定动态验证码',
  owner: '负责人',
  pc: 'PC客户端',
  presence: 'PC状态',
  raw: '原始消息',
  received_at: '收到时间',
  recovery_left: '剩余恢复码',
  room: '直播间',
  rooms: '直播间数',
  row: '未入账记录',
  run: '场次',
  run_id: '场次',
  seen: '收到次数',
  seen_at: '最近收到',
  source: '来源',
  started_at: '开播时间',
  studio: '工作室',
  today_fen: '今日流水',
  url: '链接',
  user: '账号',
  user_agent: '设备',
  viewers: '观众数',
  width: '宽',
}

/** From the labels of the contract: of the call itself, then of its domain, then of any. */
export function createWords(endpoints: readonly Endpoint[]): Words {
  const byAction = new Map<string | undefined, Endpoint>(endpoints.map((one) => [one.audit, one]))
  const byKey = new Map<string, string>()
  // The first to name a key within a domain has it, and the first domain has it for all.
  for (const { name, input } of endpoints) {
    eachField(input, (key, label) => {
      for (const known of [`${domainOf(name)} ${key}`, key])
        if (!byKey.has(known)) byKey.set(known, label)
    })
  }

  return (action, path) => {
    const call = byAction.get(action)
    const schemas = call ? [call.input, call.data].map((one) => schemaAt(one, path)) : []
    const own = schemas.map((one) => (one ? labelOfField(one, '') : '')).find(Boolean)
    const key = String(path.at(-1) ?? '')
    const inherited = byKey.get(`${domainOf(action)} ${key}`) ?? OTHER[key] ?? byKey.get(key)
    return { label: own || inherited || key, schema: schemas.find(Boolean) }
  }
}

interface Nested {
  shape?: Record<string, Schema>
  element?: Schema
}

function eachField(schema: Schema, found: (key: string, label: string) => void): void {
  const { shape = {}, element } = bare(schema)._zod.def as Nested
  if (element) eachField(element, found)
  for (const [key, field] of Object.entries(shape)) {
    const label = labelOfField(field, '')
    if (label) found(key, label)
    eachField(field, found)
  }
}
