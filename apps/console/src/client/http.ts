import { Code, httpText, NO_RESPONSE_TEXT, UNREADABLE_TEXT } from '@kaibo/contract/facts/codes.ts'
import { TIMEOUT } from '@kaibo/contract/facts/constants.ts'
import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { connectionBroke, connectionHolds } from './connection.ts'
import { earlyText, headersOf, takeEarly, type Asked } from './early.ts'
import { CallError } from './errors.ts'
import { readBytes, saveFile } from './file.ts'
import { currentLanguage } from './language.ts'
import { currentSession, expire } from './session.ts'
import { toastError } from './toast.ts'
import { currentViewAs } from './view-as.ts'

export { CallError } from './errors.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** The caller shows the error itself: no toast. */
  silent?: boolean
}

/** Makes a call of the contract. A failure rejects with `CallError`; a cancelled call with the signal's reason. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<DataOf<E>> {
  return exchange(endpoint, input, endpoint.timeoutMs, options, async (response, token) =>
    dataOf<DataOf<E>>(response, token),
  )
}

/** The data of a call that the boot script sent, if it has succeeded by now: what is rendered first can show it at once. */
export function answered<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): DataOf<E> | undefined {
  const early = earlyText(requestOf(endpoint, input, currentSession().token))
  const body = early && envelopeIn<DataOf<E>>(early.text)
  // A refusal is left to the call, which says why.
  if (body?.code !== Code.ok) return undefined
  early?.take()
  return body.data
}

export interface DownloadOptions extends CallOptions {
  /** Called with the bytes received so far. */
  onBytes?: (bytes: number) => void
}

/**
 * Downloads a file and saves it; returns its name. An error envelope instead of the file is an error like
 * any other.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { onBytes, ...options }: DownloadOptions = {},
): Promise<string> {
  return exchange(endpoint, input, TIMEOUT.download, options, async (response, token) => {
    if (isJson(response)) {
      await dataOf(response, token)
      throw unreadable(response)
    }
    if (!response.ok) throw httpError(response, null)
    return saveFile(await readBytes(response, onBytes), response.headers.get('content-disposition'))
  })
}

/** One request with its time-out, which includes reading the body; network errors get one message. */
async function exchange<T>(
  endpoint: Endpoint,
  input: object,
  timeoutMs: number,
  { signal: cancel, silent }: CallOptions,
  read: (response: Response, token: string | null) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const { token } = currentSession()
  try {
    const signal = cancel ? AbortSignal.any([cancel, timeout]) : timeout
    const response = await answerTo(requestOf(endpoint, input, token), signal)
    if (response.status < BAD_GATEWAY) connectionHolds()
    return await read(response, token)
  } catch (caught) {
    cancel?.throwIfAborted()
    const error = caught instanceof CallError ? caught : unanswered(timeout.aborted)
    if (error.status === 0) connectionBroke()
    if (!silent) toastError(error)
    throw error
  }
}

function requestOf(endpoint: Endpoint, input: object, token: string | null): Asked {
  const { method } = endpoint
  const url = new URL(endpoint.path, location.origin)
  const body = method === 'GET' ? undefined : JSON.stringify(input)
  if (method === 'GET') url.search = queryOf(input)
  const headers = headersOf({
    token,
    language: currentLanguage(),
    viewAs: currentViewAs()?.id,
    hasBody: body !== undefined,
  })
  return { method, url, headers, body }
}

/** Uses the boot script's request if it already sent this one. */
function answerTo(asked: Asked, signal: AbortSignal): Promise<Response> {
  const { url, body, ...rest } = asked
  return (
    takeEarly(asked, signal) ??
    fetch(url, { ...rest, signal, ...(body === undefined ? {} : { body }) })
  )
}

/** Undefined values are left out; lists are JSON, so that an element may contain a comma. */
export function queryOf(input: object): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input) as [string, unknown][]) {
    if (value === undefined || value === null) continue
    query.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return query.toString()
}

async function dataOf<Data>(response: Response, token: string | null): Promise<Data> {
  const body = await envelopeOf<Data>(response)
  if (!response.ok) throw httpError(response, body?.data)
  if (!body) throw unreadable(response)
  if (body.code === Code.ok) return body.data
  const error = new CallError(body.msg, { ...factsOf(response), code: body.code, data: body.data })
  if (error.loginExpired) expire(token, body.msg)
  throw error
}

interface Envelope<Data> {
  code: number
  msg: string
  data: Data
}

/** Not validated: the server serialises by the same schema. */
async function envelopeOf<Data>(response: Response): Promise<Envelope<Data> | undefined> {
  return envelopeIn(await response.text())
}

function envelopeIn<Data>(text: string): Envelope<Data> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isEnvelope<Data>(body) ? body : undefined
  } catch {
    return undefined
  }
}

const isEnvelope = <Data>(body: unknown): body is Envelope<Data> =>
  typeof body === 'object' &&
  body !== null &&
  'data' in body &&
  'code' in body &&
  typeof body.code === 'number' &&
  'msg' in body &&
  typeof body.msg === 'string'

const isJson = (response: Response) =>
  response.headers.get('content-type')?.includes('json') ?? false

const factsOf = (response: Response) => ({
  status: response.status,
  requestId: response.headers.get('x-request-id'),
})

const unreadable = (response: Response) => new CallError(UNREADABLE_TEXT, factsOf(response))

const httpError = (response: Response, data: unknown) =>
  new CallError(httpText(response.status), { ...factsOf(response), data })

const TIMED_OUT = 408
/** From here on it is a proxy that answers for a server that is away. */
const BAD_GATEWAY = 502
const unanswered = (timedOut: boolean) =>
  timedOut
    ? new CallError(httpText(TIMED_OUT), { status: TIMED_OUT })
    : new CallError(NO_RESPONSE_TEXT, { status: 0 })
