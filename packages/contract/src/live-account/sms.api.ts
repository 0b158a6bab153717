import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { domain, post } from '../kernel/endpoint.ts'
import { field, says } from '../kernel/field.ts'
import { line, maybeLine } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { isStorable } from '../live/event.ts'

const MAX_SMS = 100
const MAX_SMS_BYTES = 524_288
const MAX_FORWARDED_BYTES = 65_536

/** A text message to the phone of a live account. `id`: sent again under the same one, it is there once. */
const PushedSms = z.strictObject({
  id: line(nouns.number, 60),
  phone: line(nouns.phone, 24),
  sender: maybeLine(words('发送方', 'Sender'), 64),
  content: field(
    words('内容', 'Content'),
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(1_000),
        z.refine(
          isStorable,
          says('{label}含有无法存储的字符', '{label} holds characters that cannot be stored'),
        ),
      ),
  ),
  received_at: field(words('收到时间', 'Received'), z.int().check(z.gte(0))),
})

/** `too_old`: from before messages are kept. */
export const SmsResult = z.object({ accepted: z.int(), repeated: z.int(), too_old: z.int() })
export type SmsResult = z.infer<typeof SmsResult>

/** How gateways send text messages in. Each verifies a signature instead of a login. */
export const smsApi = domain('sms', {
  /** Signed as the generic push is (docs of `/ingest/v1/events`); `x-kaibo-key` is the gateway's number. Only over HTTPS, or from the machine itself. */
  push: post('/ingest/v1/sms', {
    input: z.strictObject({
      messages: field(
        words('短信', 'Text messages'),
        z.array(PushedSms).check(z.minLength(1), z.maxLength(MAX_SMS)),
      ),
    }),
    data: SmsResult,
    can: 'public',
    maxBytes: MAX_SMS_BYTES,
  }),
  /** The form that the app SmsForwarder sends: `from`, `content`, `timestamp` (ms), `sign`; read raw, because it is signed. */
  forward: post('/ingest/v1/sms/forwarder/:gateway', {
    data: SmsResult,
    can: 'public',
    maxBytes: MAX_FORWARDED_BYTES,
  }),
})
