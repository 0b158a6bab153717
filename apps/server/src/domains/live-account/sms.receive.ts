import { createHmac } from 'node:crypto'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { smsApi, type SmsResult } from '@kaibo/contract/live-account/sms.api.ts'
import { storable } from '@kaibo/contract/live/event.ts'
import { codeIn } from '@kaibo/contract/live-account/sms-code.rules.ts'
import { phoneKey } from '@kaibo/contract/live-account/sms.rules.ts'
import { openedBy } from '#domains/lookup/credentials.ts'
import { headerOf, pushSignature, type Headers } from '#domains/lookup/push-signature.ts'
import type { Tables } from '#migrations/tables.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { hold } from '#platform/db/hold.ts'
import { invalid } from '#platform/fault.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { createThrottle } from '#platform/http/throttle.ts'
import type { Platform } from '#platform/platform.ts'
import { isSameText } from '#platform/same-text.ts'
import * as rows from './sms.store.ts'

/** SmsForwarder signs with the phone's clock. */
const FORWARDER_WINDOW_MS = 3_600_000
const PUSH_WINDOW_MS = 300_000
/** A phone that heard no answer sends the same again, with another time. */
const SAME_MS = 600_000
/** Longer than messages are kept. */
const OLDEST_MS = 7 * DAY_MS
const MAX_CONTENT = 1_000
/** So far a code is looked for, beyond what is kept of the text. */
const MAX_READ = 5_000
const MAX_SENDER = 64
/** Of one gateway in a minute: a phone gets fewer messages. */
const PUSHES = 120

interface Incoming {
  ext_id: string
  phone: string
  sender: string
  content: string
  code: string | null
  received_at: number
}

type Outcome = 'new' | 'known' | 'other'

export interface SmsReceiver {
  /** Signed over its body, as events of partners are. */
  push(headers: Headers, body: Buffer): Promise<SmsResult>
  /** As the app SmsForwarder sends: a form or JSON, whose signature does not cover what it says. */
  forward(gateway_id: string, body: Buffer): Promise<SmsResult>
}

export function createSmsReceiver(
  { db, clock, ids, seal, log }: Platform<Tables>,
  told: (message: { sms_id: string; org_id: string }) => void,
): SmsReceiver {
  const counted = createThrottle(clock, PUSHES)

  async function gatewayFor(
    id: string,
    isSigned: (secret: string) => boolean,
  ): Promise<rows.Gateway> {
    const gateway = await rows.openGateway(db.query, id)
    const secret = gateway && openedBy(seal, gateway.secret_sealed)
    if (gateway && secret === undefined)
      log.error({ gateway_id: id }, 'the secret of an SMS gateway cannot be opened')
    // The same answer whether there is no such gateway or its signature is wrong.
    if (!gateway || secret === undefined || !isSigned(secret)) throw refused(BAD_SIGNATURE)
    // Only now: else whoever knows a gateway's number could use up what it may send.
    counted(id)
    return gateway
  }

  /** Stores them in one transaction, one gateway at a time: what is sent twice at once is there once. */
  const keep = (
    gateway: rows.Gateway,
    messages: readonly Incoming[],
    isSameSent: boolean,
  ): Promise<Outcome[]> =>
    db.transaction(async (trx) => {
      await hold(trx, 'sms_gateway', 'id', gateway.id)
      const phones = await rows.phonesOf(trx, gateway.org_id)
      const now = clock.now()
      const outcomes: Outcome[] = []
      for (const message of messages) {
        const { ext_id, sender, content } = message
        const known = await rows.byExtId(trx, gateway.id, ext_id)
        const isSame = known?.sender === sender && known.content === content
        const of = { gateway_id: gateway.id, sender, content }
        const isAgain =
          isSame || (isSameSent && !known && (await rows.sameMessage(trx, of, now - SAME_MS)))
        if (known || isAgain) {
          outcomes.push(isAgain || !isSameSent ? 'known' : 'other')
          continue
        }
        const sms_id = ids.next(now)
        const own = { sms_id, ...of, ext_id, org_id: gateway.org_id, stored_at: now }
        const { phone, code, received_at } = message
        await trx
          .insertInto('sms_message')
          .values({
            ...own,
            phone,
            phone_key: phoneKey(phone) ?? '',
            code,
            account_id: accountOf(phones, phone, content),
            received_at: Math.min(received_at, now),
          })
          .execute()
        outcomes.push('new')
        afterCommit(trx, () => told({ sms_id, org_id: gateway.org_id }))
      }
      const change = { last_at: now }
      await trx.updateTable('sms_gateway').set(change).where('id', '=', gateway.id).execute()
      return outcomes
    })

  return {
    async push(headers, body) {
      const timestamp = headerOf(headers, 'x-kaibo-timestamp')
      const given = headerOf(headers, 'x-kaibo-signature')
      const gateway = await gatewayFor(headerOf(headers, 'x-kaibo-key'), (secret) =>
        isSameText(given, pushSignature(timestamp, body, secret)),
      )
      if (!(Math.abs(clock.now() - Number(timestamp) * 1_000) <= PUSH_WINDOW_MS))
        throw refused(
          words(
            '时间戳与服务器相差超过5分钟，请校准时间',
            'The time is over 5 minutes from the server’s; set the clock',
          ),
        )
      const schema = smsApi.push.input
      const input = parse(body.toString('utf8'))
      const checked = schema.safeParse(input)
      if (!checked.success) throw invalid(fieldMessages(schema, checked.error.issues, input))
      const { messages } = checked.data
      const oldest = clock.now() - OLDEST_MS
      const young = messages.filter(({ received_at }) => received_at >= oldest)
      const outcomes = await keep(
        gateway,
        young.map(({ id, ...message }) => ({
          ...message,
          ext_id: `id:${id}`,
          code: codeIn(message.content),
        })),
        false,
      )
      return resultOf(outcomes, messages.length - young.length)
    },

    async forward(gateway_id, body) {
      const said = saidIn(body.toString('utf8'))
      const timestamp = said('timestamp')
      const gateway = await gatewayFor(gateway_id, (secret) => {
        const expected = forwarderSignature(timestamp, secret)
        return signatures(said('sign')).some((given) => isSameText(given, expected))
      })
      const received_at = Number(timestamp)
      if (!(Math.abs(clock.now() - received_at) <= FORWARDER_WINDOW_MS))
        throw refused(
          words(
            '时间戳与服务器相差超过1小时，请校准手机时间',
            'The time is over an hour from the server’s; set the phone’s clock',
          ),
        )
      const sender = text(said('from'), MAX_SENDER)
      const content = text(said('content'), MAX_CONTENT)
      if (content === '') throw invalid({ content: words('请输入内容', 'Content is required') })
      const message = {
        ext_id: `at:${received_at}`,
        phone: gateway.phone,
        sender,
        content,
        code: codeIn(said('content').slice(0, MAX_READ)),
        received_at,
      }
      const [outcome] = await keep(gateway, [message], true)
      // A signature is good for one message: it says nothing of what the message holds.
      if (outcome === 'other') throw refused(USED)
      return resultOf(outcome ? [outcome] : [], 0)
    },
  }
}

const resultOf = (outcomes: readonly Outcome[], too_old: number): SmsResult => ({
  accepted: outcomes.filter((one) => one === 'new').length,
  repeated: outcomes.filter((one) => one !== 'new').length,
  too_old,
})

export const forwarderSignature = (timestamp: string, secret: string): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')

/** The app sends a form, or what its message template makes of the same names in JSON. */
function saidIn(body: string): (name: string) => string {
  if (!body.trimStart().startsWith('{')) {
    const form = new URLSearchParams(body)
    return (name) => form.get(name) ?? ''
  }
  const fields = new Map(Object.entries(parse(body) as object))
  return (name) => String(fields.get(name) ?? '')
}

/** The app encodes it for an address and then once more as a part of the form; other versions only once. */
function signatures(given: string): string[] {
  // A `+` that was not encoded has become a space.
  const plain = given.replaceAll(' ', '+')
  try {
    return [plain, decodeURIComponent(plain)]
  } catch {
    return [plain]
  }
}

type Phones = Awaited<ReturnType<typeof rows.phonesOf>>

/** Whose the phone is. One SIM may serve an account on each of several platforms: then the text has to name the platform. */
function accountOf(phones: Phones, phone: string, content: string): string | null {
  const key = phoneKey(phone)
  if (key === null) return null
  const own = phones.filter((one) => phoneKey(one.phone) === key)
  const named = own.filter(({ platform }) => content.includes(labelOf(PLATFORMS, platform, 'zh')))
  const [one, other] = own.length > 1 ? named : own
  return one && !other ? one.account_id : null
}

const text = (given: string, max: number): string => storable(given.trim().slice(0, max))

const BAD_SIGNATURE = words(
  '签名不正确，请核对网关地址和密钥',
  'The signature is wrong; check the gateway’s address and secret',
)
const USED = words('这个签名已用过，请重新发送', 'This signature was used already; send again')

/** With HTTP 401, so that a sender who only reads statuses sees that it failed. */
const refused = (msg: typeof USED) => new HttpFault(401, Code.noToken, msg)

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw invalid({ '': words('请求内容不是有效的JSON', 'The request is no valid JSON') })
  }
}
