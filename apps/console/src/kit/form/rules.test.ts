import { words } from '@kaibo/contract/kernel/words.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AccountDraft } from '@kaibo/contract/account/account.schema.ts'
import { BackAccountDraft } from '@kaibo/contract/commission/commission.schema.ts'
import { AuditQuery } from '@kaibo/contract/audit/audit.schema.ts'
import { GroupDraft } from '@kaibo/contract/group/group.schema.ts'
import { field } from '@kaibo/contract/kernel/field.ts'
import { LiveAccountDraft } from '@kaibo/contract/live-account/live-account.schema.ts'
import { OrgDraft } from '@kaibo/contract/org/org.schema.ts'
import { RoomDraft, RoomUpdate } from '@kaibo/contract/room/room.schema.ts'
import { labelFor, rulesFor } from './rules.ts'

/** What stands under a field of a form. */
async function under(schema: z.ZodMiniObject, name: string, value: unknown, demanded = false) {
  for (const rule of rulesFor(schema, name, 'zh', demanded)) {
    if (typeof rule === 'function' || !rule.validator) continue
    const [result] = await Promise.allSettled([rule.validator({}, value, () => {})])
    if (result.status === 'rejected') return (result.reason as Error).message
  }
  return ''
}

/** Kinds of length, number and count that no call asks for yet. */
const Rest = z.object({
  code: field(words('编号', '编号'), z.string().check(z.length(6))),
  note: field(words('内容', '内容'), z.string().check(z.minLength(2))),
  rank: field(words('等级', '等级'), z.int().check(z.gte(3), z.lte(3))),
  floor: field(words('权重', '权重'), z.number().check(z.gte(1))),
  ceiling: field(words('次数', '次数'), z.number().check(z.lte(99))),
  pair: field(words('联系人', '联系人'), z.array(z.string()).check(z.length(2))),
  team: field(words('用户', '用户'), z.array(z.string()).check(z.minLength(2))),
})

test.each<[string, z.ZodMiniObject, string, unknown, string]>([
  ['required', AccountDraft, 'username', undefined, '请输入用户名'],
  ['required, empty', AccountDraft, 'nickname', '', '请输入昵称'],
  ['required, chosen from a list', RoomDraft, 'account_id', null, '请输入直播账号'],
  ['length, exact', Rest, 'code', '12345', '编号须为6个字符'],
  ['length, minimum', Rest, 'note', 'a', '内容最少2个字符'],
  ['length, maximum', RoomDraft, 'actor', '好'.repeat(21), '主播称呼最多20个字符'],
  ['length, range', AccountDraft, 'username', 'a', '用户名须在2-32字符之间'],
  ['number, equal', Rest, 'rank', 4, '等级必须等于3'],
  ['number, minimum', Rest, 'floor', 0, '权重最小值为1'],
  ['number, maximum', Rest, 'ceiling', 100, '次数最大值为99'],
  ['number, range', OrgDraft, 'share_rate', 10_001, '分成比例须在0-10000之间'],
  ['count, exact', Rest, 'pair', ['a'], '须为2个联系人'],
  ['count, minimum', Rest, 'team', ['a'], '最少2个用户'],
  ['count, maximum', OrgDraft, 'areas', Array.from({ length: 21 }, String), '最多20个地区'],
  [
    'count, range',
    AccountDraft,
    'group_ids',
    Array.from({ length: 21 }, String),
    '分组数量须在1-20之间',
  ],
  ['count, none', AccountDraft, 'group_ids', [], '请输入分组'],
  ['enum', GroupDraft, 'scope', 'nobody', '数据范围必须是其中一个[all, org, own]'],
  ['whitespace', AccountDraft, 'nickname', ' \t ', '昵称不能为空字符'],
  ['date, format', AuditQuery, 'day_from', '2026-1-5', '开始日期日期格式无效'],
  ['date, invalid', AuditQuery, 'day_to', '2026-02-30', '结束日期是一个无效日期'],
  ['type', OrgDraft, 'share_rate', 12.5, '分成比例不是一个有效的整数'],
  ['pattern', RoomUpdate, 'room_code', 'O0', '直播间与模式不匹配/^[2-9A-HJKMNP-TV-Z]{8}$/'],
  ['pattern, in words', AccountDraft, 'phone', 'abc', '手机号须为5-20位数字'],
])('%s', async (_, schema, name, value, message) => {
  expect(await under(schema, name, value)).toBe(message)
})

test.each<[string, z.ZodMiniObject, string, unknown]>([
  ['what may be left out, emptied', AccountDraft, 'area', ''],
  ['what may be left out, cleared', RoomDraft, 'pc_id', null],
  ['what fits', AccountDraft, 'username', 'linxia'],
  ['a field of the form’s own', AccountDraft, 'nowhere', 5],
])('%s passes', async (_, schema, name, value) => {
  expect(await under(schema, name, value)).toBe('')
})

test('an error inside a nested field is shown below the field, with its own label', async () => {
  const credentials = { app_id: 5 }
  expect(await under(LiveAccountDraft, 'credentials', credentials)).toMatch(/不是一个有效的字符串$/)
})

const isRequired = (schema: z.ZodMiniObject, name: string) =>
  rulesFor(schema, name, 'zh').some((rule) => typeof rule === 'object' && rule.required)

test('a field is marked as required if the contract requires it', () => {
  expect(isRequired(AccountDraft, 'username')).toBe(true)
  expect(isRequired(AccountDraft, 'phone')).toBe(false)
  expect(labelFor(AccountDraft, 'org_id').zh).toBe('公会')
  expect(labelFor(AccountDraft, 'nowhere').zh).toBe('nowhere')
})

test.each([
  [undefined, true, '请输入收款账号'],
  ['', true, '请输入收款账号'],
  ['6222', true, ''],
  ['', false, ''],
])('of %j a form that demands it: %s, says %j', async (value, demanded, message) => {
  expect(await under(BackAccountDraft, 'account_no', value, demanded)).toBe(message)
})
