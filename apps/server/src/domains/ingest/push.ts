import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { credentialsOf, openedBy } from '#domains/lookup/credentials.ts'
import { headerOf, pushSignature, type Headers } from '#domains/lookup/push-signature.ts'
import { fault, invalid, notFound } from '#platform/fault.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tables } from '#migrations/tables.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import {
  ingestApi,
  MAX_PUSH_EVENTS,
  PUSH_WINDOW_S,
  type PushResult,
} from '@kaibo/contract/ingest/ingest.api.ts'
import { douyinEvent, isDouyinType } from './douyin.ts'
import { accountByKey, accountOfDouyin, roomCodeOf } from './push.store.ts'
import { douyinSignature } from './signature.ts'
import { isRecord } from '#platform/record.ts'
import { isSameText } from '#platform/same-text.ts'

/** Pushes over HTTP, verified by a signature over the raw body. */
export interface Push {
  events(headers: Headers, body: Buffer): Promise<PushResult>
  douyin(headers: Headers, body: Buffer): Promise<PushResult>
}

type Store = (account_id: string, room_code: string, events: unknown[]) => Promise<PushResult>

export interface Stores {
  ofPlatform: Store
  /** Of a partner with the key of a generic push. */
  ofPartner: Store
  /** What a platform pushed for an account that no room is bound to. */
  withoutRoom: (account_id: string, events: unknown[]) => Promise<void>
}

const WINDOW_MS = PUSH_WINDOW_S * 1_000

export function createPush({ db, clock, seal, log }: Platform<Tables>, stores: Stores): Push {
  return {
    async events(headers, body) {
      const timestamp = headerOf(headers, 'x-kaibo-timestamp')
      const account = await accountByKey(db.query, headerOf(headers, 'x-kaibo-key'))
      if (!account)
        throw refused(
          words('推送密钥不正确，请核对 x-kaibo-key', 'The push key is wrong; check x-kaibo-key'),
        )
      const secret = openedBy(seal, account.push_secret_sealed)
      if (secret === undefined) logSealed(account.account_id)
      const given = headerOf(headers, 'x-kaibo-signature')
      if (secret === undefined || !isSameText(given, pushSignature(timestamp, body, secret)))
        throw refused(BAD_SIGNATURE)
      if (!isNear(Number(timestamp) * 1_000)) throw refused(BAD_TIME)

      const input = parse(body)
      limit(isRecord(input) ? input['events'] : undefined)
      const schema = ingestApi.events.input
      const checked = schema.safeParse(input)
      if (!checked.success) throw invalid(fieldMessages(schema, checked.error.issues, input))
      const { room_code, events } = checked.data
      const named = events.map((one) => (isRecord(one) ? { room_code, ...one } : one))
      return stores.ofPartner(account.account_id, room_code, named)
    },

    async douyin(headers, body) {
      const room_id = headerOf(headers, 'x-roomid')
      const account = await accountOfDouyin(db.query, room_id)
      if (!account) throw unknownRoom(room_id)
      const credentials = credentialsOf(seal, account.credentials_sealed)
      if (!credentials) throw unreadable(account.account_id)
      const secret = credentials.push_secret
      const given = headerOf(headers, 'x-signature')
      // Without a secret everything is refused: anybody could sign with an empty one.
      if (!secret || !isSameText(given, douyinSignature(headers, body, secret)))
        throw refused(BAD_SIGNATURE)
      // No limit of age: events that are pushed again after an outage are valid, and `msg_id` lets each be stored only once.

      const type = headerOf(headers, 'x-msg-type')
      if (!isDouyinType(type))
        throw invalid({
          'x-msg-type': words(`不支持的消息类型${type}`, `Unknown message type ${type}`),
        })
      const payloads = parse(body)
      if (!Array.isArray(payloads))
        throw invalid({ '': words('请求内容须为一个列表', 'The request must be a list') })
      limit(payloads)
      const room_code = await roomCodeOf(db.query, account.account_id)
      const events = payloads.map((payload) => douyinEvent(type, payload, room_code ?? ''))
      if (!room_code) {
        await stores.withoutRoom(account.account_id, events)
        throw unknownRoom(room_id)
      }
      const result = await stores.ofPlatform(account.account_id, room_code, events)
      // The platform ignores our answer, so refusals are logged; those with money are also kept as refused events.
      if (result.refused.length > 0) log.warn({ room_id, type, refused: result.refused }, 'Douyin')
      return result
    },
  }

  function isNear(at: number): boolean {
    return Math.abs(clock.now() - at) <= WINDOW_MS
  }

  /**
   * Answered with HTTP 200 like every business error: after ten failed pushes in a row the platform stops all pushes of the
   * app, so one unbound room would cost the other rooms their gifts.
   */
  function unknownRoom(room_id: string) {
    log.warn({ room_id }, 'Douyin pushed for a room that no account is bound to')
    return notFound(nouns.room)
  }

  /** With HTTP 200 for the same reason: one account's unreadable secret must not stop the pushes of all. */
  function unreadable(account_id: string) {
    logSealed(account_id)
    return fault(
      Code.unavailable,
      words(
        '平台凭据无法读取，请重新填写',
        'The platform credentials cannot be read; enter them again',
      ),
    )
  }

  function logSealed(account_id: string): void {
    log.error({ account_id }, 'the secret of a push cannot be opened')
  }
}

const BAD_SIGNATURE = words('签名不正确，请核对密钥', 'The signature is wrong; check the secret')
const BAD_TIME = words(
  '时间戳与服务器相差超过5分钟，请校准时间',
  'The time is over 5 minutes from the server’s; set the clock',
)

/** With HTTP 401, so that a sender who only reads statuses sees that it failed. */
const refused = (msg: Words) => new HttpFault(401, Code.noToken, msg)

function limit(events: unknown): void {
  if (!Array.isArray(events) || events.length <= MAX_PUSH_EVENTS) return
  throw new HttpFault(
    413,
    Code.invalid,
    words(
      `一次最多${MAX_PUSH_EVENTS}条事件，请分批推送`,
      `At most ${MAX_PUSH_EVENTS} events at a time; push them in parts`,
    ),
  )
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalid({ '': words('请求内容不是有效的JSON', 'The request is no valid JSON') })
  }
}
