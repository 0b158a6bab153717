import { Code, LOGIN_EXPIRED_CODES } from '@kaibo/contract/facts/codes.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { currentLanguage } from './language.ts'

/** There was no envelope: the exchange itself failed. */
export const NO_CODE = -1
const SERVER_FAULT = 500

interface Facts {
  code?: number
  data?: unknown
  /** 0 when no response came, 408 when none came in time. */
  status: number
  requestId?: string | null
}

/** A call that failed, with the words for the person in `message`. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: number
  readonly data: unknown
  readonly status: number
  readonly requestId: string | null
  /** Field → message, of code 1001. */
  readonly fields: Record<string, string>

  constructor(
    message: Words | string,
    { code = NO_CODE, data = null, status, requestId = null }: Facts,
  ) {
    super(typeof message === 'string' ? message : message[currentLanguage()])
    this.code = code
    this.data = data
    this.status = status
    this.requestId = requestId
    this.fields = Object.fromEntries(stringsOf(objectOf(data)['fields']))
  }

  /** What finds this failure in the server's log. */
  get traceId(): string | null {
    const id = objectOf(this.data)['trace_id']
    return typeof id === 'string' ? id : this.requestId
  }

  /** The same where support is to look: the failure was the server's own, not its answer to what was asked. */
  get supportId(): string | null {
    return this.code === Code.internal || this.status >= SERVER_FAULT ? this.traceId : null
  }

  /** There is no such record, or none that this person may see: the two are answered alike. */
  get notFound(): boolean {
    return this.code === Code.notFound
  }

  /** The login is gone: shown by the login page, nowhere else. */
  get loginExpired(): boolean {
    return LOGIN_EXPIRED_CODES.includes(this.code)
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const stringsOf = (value: unknown): [string, string][] =>
  Object.entries(objectOf(value)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
