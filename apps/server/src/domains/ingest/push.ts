import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { credentialsOf, openedBy } from '#domains/lookup/credentials.ts'
import { headerOf, pushSignature, type Headers } from '#domains/lookup/push-signature.ts'
import { isPassing } from '#platform/db/away.ts'
import { Fault, fault, invalid, notFound } from '#platform/fault.ts'
import { databaseAway, HttpFault } from '#platform/http/failure.ts'
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
import type { Entry, Journal } from './journal.ts'
import type { Secrets } from './push.secrets.ts'
import { accountByKey, accountOfDouyin, roomCodeOf } from './push.store.ts'
import { douyinSignature } from './signature.ts'
import { isRecord } from '#platform/record.ts'
import { isSameText } from '#platform/same-text.ts'

/** Pushes over HTTP, verified by a signature over the raw body. */
export interface Push {
  events(headers: Headers, body: Buffer): Promise<PushResult>
  douyin(headers: Headers, body: Buffer): Promise<PushResult>
  /** Stores a push that was kept while the database was away. */
  drained(entry: Entry): Promise<void>
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
const LOOK_EVERY_MS = 200

/** Rejects as soon as the database is away: the work itself may hang for long. */
async function untilAway<Result>(
  db: { readonly isAway: boolean },
  work: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const away = new Promise<never>((_, fail) => {
    timer = setInterval(() => {
      if (db.isAway) fail(new Error('the database does not answer'))
    }, LOOK_EVERY_MS)
  })
  work.catch(() => {})
  return Promise.race([work, away]).finally(() => clearInterval(timer))
}

/** What pushes are kept by while the database is away. */
export interface Later {
  journal: Journal
  secrets: Secrets
}

export function createPush(
  { db, clock, seal, log }: Platform<Tables>,
  stores: Stores,
  later?: Later,
): Push {
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
      if (db.isAway) return keepForLater(headers, body)
      try {
        return await untilAway(db, takeDouyin(headers, body))
      } catch (error) {
        if (later && isPassing(error)) return keepForLater(headers, body)
        throw error
      }
    },
    drained,
  }

  async function takeDouyin(headers: Headers, body: Buffer): Promise<PushResult> {
    const room_id = headerOf(headers, 'x-roomid')
    const account = await accountOfDouyin(db.query, room_id)
    if (!account) throw unknownRoom(room_id)
    const { account_id } = account
    const credentials = credentialsOf(seal, account.credentials_sealed)
    if (!credentials) throw unreadable(account_id)
    const { push_secret: secret = '' } = credentials
    const { type, payloads } = checked(headers, body, secret)
    const sealed = account.credentials_sealed ?? ''
    later?.secrets.learn(room_id, { account_id, secret, sealed })
    return store({ account_id, room_id, type }, payloads)
  }

  async function store(
    { account_id, room_id, type }: Omit<Entry, 'body'>,
    payloads: readonly unknown[],
  ): Promise<PushResult> {
    const room_code = await roomCodeOf(db.query, account_id)
    const events = payloads.map((payload) => douyinEvent(type, payload, room_code ?? ''))
    if (!room_code) {
      await stores.withoutRoom(account_id, events)
      throw unknownRoom(room_id)
    }
    const result = await stores.ofPlatform(account_id, room_code, events)
    // The platform ignores our answer, so refusals are logged; those with money are also kept as refused events.
    if (result.refused.length > 0) log.warn({ room_id, type, refused: result.refused }, 'Douyin')
    return result
  }

  /**
   * After ten failed pushes in a row the platform stops all pushes of the app. While the database is away, or its disk full, they are
   * checked by the secrets that were read last, and answered once they are on the disk.
   */
  async function keepForLater(headers: Headers, body: Buffer): Promise<PushResult> {
    const room_id = headerOf(headers, 'x-roomid')
    const known = later?.secrets.of(room_id)
    if (!later || !known) throw databaseAway()
    const { type, payloads } = checked(headers, body, known.secret)
    const entry = { account_id: known.account_id, room_id, type, body: body.toString('base64') }
    if (!(await later.journal.append(entry))) throw databaseAway()
    return { accepted: payloads.length, repeated: 0, refused: [] }
  }

  /** Stores what was kept; throws while the database is away. */
  async function drained(entry: Entry): Promise<void> {
    try {
      const payloads = parse(Buffer.from(entry.body, 'base64'))
      if (Array.isArray(payloads)) await store(entry, payloads)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      log.error({ err: error, room_id: entry.room_id }, 'a push that was kept is refused')
    }
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

/** No limit of age: events that are pushed again after an outage are valid, and `msg_id` lets each be stored only once. */
function checked(headers: Headers, body: Buffer, secret: string | undefined) {
  const given = headerOf(headers, 'x-signature')
  // Without a secret everything is refused: anybody could sign with an empty one.
  if (!secret || !isSameText(given, douyinSignature(headers, body, secret)))
    throw refused(BAD_SIGNATURE)
  const type = headerOf(headers, 'x-msg-type')
  if (!isDouyinType(type))
    throw invalid({
      'x-msg-type': words(`不支持的消息类型${type}`, `Unknown message type ${type}`),
    })
  const payloads = parse(body)
  if (!Array.isArray(payloads))
    throw invalid({ '': words('请求内容须为一个列表', 'The request must be a list') })
  limit(payloads)
  return { type, payloads: payloads as unknown[] }
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
