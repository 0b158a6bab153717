import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type * as z from 'zod/mini'
import { domainOf } from '@kaibo/contract/facts/domains.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { bare, labelOfField, schemaAt } from '@kaibo/contract/kernel/field.ts'
import { nameNow } from './audit.actions.ts'

type Schema = z.core.$ZodType
type Path = readonly (string | number)[]

export interface Named {
  label: Words
  /** The schema of the value, where the contract has one at this path. */
  schema: Schema | undefined
}

/** Finds the label of a field in the input or answer of a call. */
export type NameField = (action: string, path: Path) => Named

/** Labels of fields that occur in answers only, for which the contract has no label. */
const OTHER: Readonly<Record<string, Words>> = {
  account: nouns.account,
  accounts: words('账号数', 'Accounts'),
  assets: words('素材', 'Assets'),
  at: nouns.eventTime,
  built_in: words('内置', 'Built in'),
  builtin: words('内置', 'Built in'),
  bytes: words('大小（字节）', 'Size in bytes'),
  canary_v: words('灰度中的版本', 'Version on trial'),
  claimed_count: nouns.count,
  claimed_fen: nouns.amount,
  cap_at: words('最晚停播', 'Stops at the latest'),
  cover: words('封面', 'Cover'),
  danmu: nouns.messages,
  decided_at: words('处理时间', 'Decided'),
  decided_by: words('处理人', 'Decided by'),
  document: words('授权文件', 'Licence document'),
  due_at: words('停播时间', 'Stops'),
  ended_at: nouns.stopped,
  event_id: nouns.eventId,
  expires_at: words('失效时间', 'Expires'),
  fen: nouns.amount,
  gift_count: nouns.gifts,
  gift_fen: words('流水', 'Income'),
  gift_name: nouns.giftName,
  group: nouns.group,
  groups: nouns.group,
  has_key: words('已有密钥', 'Has a key'),
  height: words('高', 'Height'),
  id: nouns.number,
  ip: words('地址', 'Address'),
  is_demo: words('演示数据', 'Demo data'),
  key: words('存放位置', 'Stored at'),
  last_error: words('最近故障', 'Last fault'),
  last_ip: words('最近登录地址', 'Last login from'),
  last_login_at: words('最近登录时间', 'Last login'),
  last_seen_at: words('最近在线', 'Last online'),
  live_value: words('播出中的设置', 'Settings on air'),
  lottery: words('福袋', 'Draw'),
  live_v: words('使用中的版本', 'Live version'),
  live_accounts: words('直播账号数', 'Live accounts'),
  login_state: words('登录状态', 'Login'),
  members: words('成员数', 'Members'),
  money_unsent: words('未上传的收入', 'Income not sent yet'),
  must: words('待办', 'To do'),
  must_change: words('须改密码', 'Must change the password'),
  open_id: nouns.userId,
  game: nouns.game,
  applies: words('适用', 'Applies'),
  org: nouns.org,
  otp_bound: words('已绑定动态验证码', 'Second factor set up'),
  owner: words('负责人', 'Owner'),
  pc: nouns.pc,
  presence: nouns.pcState,
  raw: nouns.rawMessage,
  received_at: words('收到时间', 'Received'),
  recovery_left: words('剩余恢复码', 'Recovery codes left'),
  room: nouns.room,
  rooms: words('直播间数', 'Rooms'),
  row: nouns.refusedEvent,
  run: nouns.run,
  run_id: nouns.run,
  seen: words('收到次数', 'Times received'),
  seen_at: words('最近收到', 'Last received'),
  segment_count: words('段数', 'Segments'),
  source: nouns.source,
  spend_fen: words('消费', 'Spent'),
  studio: nouns.studio,
  started_at: nouns.started,
  today_fen: words('今日流水', 'Today’s income'),
  url: words('链接', 'Link'),
  user: nouns.account,
  user_agent: nouns.device,
  viewers: nouns.viewers,
  width: words('宽', 'Width'),
}

/** Labels come from the contract: from the call itself, else from its domain, else from any domain. */
export function createFieldNames(endpoints: readonly Endpoint[]): NameField {
  const byAction = new Map(endpoints.map((one) => [one.name as string, one]))
  const byKey = new Map<string, Words>()
  // The first label of a key wins, within its domain and over all domains.
  for (const { name, input } of endpoints) {
    eachField(input, (key, label) => {
      for (const known of [`${domainOf(name)} ${key}`, key])
        if (!byKey.has(known)) byKey.set(known, label)
    })
  }

  return (action, path) => {
    const call = byAction.get(nameNow(action))
    const schemas = call ? [call.input, call.data].map((one) => schemaAt(one, path)) : []
    const own = schemas.map((one) => one && labelOfField(one)).find(Boolean)
    const key = String(path.at(-1) ?? '')
    const inherited = byKey.get(`${domainOf(action)} ${key}`) ?? OTHER[key] ?? byKey.get(key)
    return { label: own ?? inherited ?? asIs(key), schema: schemas.find(Boolean) }
  }
}

interface Nested {
  shape?: Record<string, Schema>
  element?: Schema
}

function eachField(schema: Schema, found: (key: string, label: Words) => void): void {
  const { shape = {}, element } = bare(schema)._zod.def as Nested
  if (element) eachField(element, found)
  for (const [key, field] of Object.entries(shape)) {
    const label = labelOfField(field)
    if (label) found(key, label)
    eachField(field, found)
  }
}
