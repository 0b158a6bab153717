import { codeIn } from '@kaibo/contract/live-account/sms-code.rules.ts'
import { phoneKey } from '@kaibo/contract/live-account/sms.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

/** Of a phone that no gateway can be: numbers that begin with 100 are given to nobody. */
const DEMO_PHONE = '10000000000'
const MINUTE_MS = 60_000

/** What it received, and how many minutes ago. */
const TEXTS = [
  [3, '10690123', '【哔哩哔哩】验证码 482913，5分钟内有效，请勿泄露。'],
  [41, '10690123', '【哔哩哔哩】您的帐号在新设备登录，如非本人操作请修改密码。'],
  [65, '10698888', '【抖音】验证码 7026，用于登录，请勿转发。'],
  [380, '10690123', '【哔哩哔哩】您正在换绑手机，动态码是：91537742。'],
  [1_500, '95533', '您的套餐将于月底到期，回复1查询。'],
] as const

/** A made-up phone of the demonstration, with what it has received. Nobody knows its secret. */
export async function addTexts(
  { db, ids, clock, seal, search }: Platform<Tables>,
  { org_id, account_id }: { org_id: string; account_id: string },
): Promise<void> {
  const now = clock.now()
  const id = ids.next(now)
  const phone_key = phoneKey(DEMO_PHONE) ?? ''
  await db.transaction(async (trx) => {
    await trx
      .insertInto('sms_gateway')
      .values({
        id,
        name: '前台手机（演示）',
        org_id,
        phone: DEMO_PHONE,
        phone_key,
        secret_sealed: seal.close(ids.secret(24)),
        enabled: 1,
        is_demo: 1,
        last_at: now - TEXTS[0][0] * MINUTE_MS,
        created_at: now,
        updated_at: now,
        updated_by: null,
        version: 1,
      })
      .execute()
    await search.keep(trx, 'sms_gateway', [id])
    await trx
      .updateTable('live_account')
      .set({ phone: DEMO_PHONE })
      .where('account_id', '=', account_id)
      .execute()
    const messages = TEXTS.map(([ago, sender, content], index) => ({
      sms_id: ids.next(now - ago * MINUTE_MS),
      gateway_id: id,
      ext_id: `demo:${index}`,
      org_id,
      phone: DEMO_PHONE,
      phone_key,
      sender,
      content,
      code: codeIn(content),
      account_id,
      received_at: now - ago * MINUTE_MS,
      stored_at: now - ago * MINUTE_MS,
    }))
    await trx.insertInto('sms_message').values(messages).execute()
  })
}
