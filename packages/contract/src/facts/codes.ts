import { words, type Lang, type Words } from '../kernel/words.ts'

/** The business codes of the envelope (spec §8 and the product's conventions). Answered with HTTP status 200. */
export const Code = {
  ok: 0,
  invalid: 1001,
  noToken: 1002,
  forbidden: 1003,
  expired: 1004,
  notFound: 1005,
  conflict: 1006,
  tooMany: 1007,
  noAnswer: 1008,
  unavailable: 1009,
  badCredentials: 2001,
  disabled: 2002,
  forcedOut: 2003,
  internal: 5000,
} as const
export type Code = (typeof Code)[keyof typeof Code]

/** These raise the login-expired event and show no toast (spec §8). */
export const LOGIN_EXPIRED_CODES: readonly number[] = [Code.noToken, Code.expired, Code.forcedOut]

/** What a failed HTTP exchange says (spec §8). */
const HTTP_TEXTS: Readonly<Record<number, Words>> = {
  400: words('请求错误', 'Bad request'),
  401: words('未授权，请重新登录', 'Not authorised; log in again'),
  403: words('拒绝访问', 'Access denied'),
  404: words('请求的资源不存在', 'There is nothing at this address'),
  405: words('请求方法不允许', 'Method not allowed'),
  408: words('请求超时', 'The request timed out'),
  500: words('服务器错误', 'Server error'),
  501: words('服务未实现', 'Not implemented'),
  502: words('网络错误', 'Network error'),
  503: words('服务不可用', 'Service unavailable'),
  504: words('网络超时', 'Network timeout'),
  505: words('HTTP版本不受支持', 'HTTP version not supported'),
}
export const httpText = (status: number): Words =>
  HTTP_TEXTS[status] ?? words(`连接错误${status}`, `Connection error ${status}`)
export const NO_RESPONSE_TEXT: Words = words('连接服务器失败', 'The server cannot be reached')
export const UNREADABLE_TEXT: Words = words(
  '服务器的回答无法识别',
  'The server’s answer makes no sense',
)
export const NOT_YET_TEXT: Words = words('暂未开通', 'Not available yet')

const LOGIN_AGAIN = words('请重新登录', 'log in again')
/** Spec §8, to the letter: a trailing 请重新登录 of the server's message is removed, then 请重新登录 is appended. */
export function loginExpiredText(msg: string, lang: Lang): string {
  if (lang === 'en')
    return msg.toLowerCase().endsWith(LOGIN_AGAIN.en) ? msg : `${msg}; ${LOGIN_AGAIN.en}`
  return (
    (msg.endsWith(LOGIN_AGAIN.zh) ? msg.slice(0, -LOGIN_AGAIN.zh.length) : msg) + LOGIN_AGAIN.zh
  )
}
