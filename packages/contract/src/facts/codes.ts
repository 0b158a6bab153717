import type { Sentence } from './sentences.ts'

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
export const HTTP_TEXTS: Readonly<Record<number, Sentence>> = {
  400: '请求错误',
  401: '未授权，请重新登录',
  403: '拒绝访问',
  404: '请求的资源不存在',
  405: '请求方法不允许',
  408: '请求超时',
  500: '服务器错误',
  501: '服务未实现',
  502: '网络错误',
  503: '服务不可用',
  504: '网络超时',
  505: 'HTTP版本不受支持',
}
export const httpText = (status: number): Sentence => HTTP_TEXTS[status] ?? `连接错误${status}`
export const NO_RESPONSE_TEXT: Sentence = '连接服务器失败'
export const NOT_YET_TEXT: Sentence = '暂未开通'

const LOGIN_AGAIN = '请重新登录'
/** Spec §8, to the letter: a trailing 请重新登录 of the server's message is removed, then 请重新登录 is appended. */
export const loginExpiredText = (msg: string): string =>
  (msg.endsWith(LOGIN_AGAIN) ? msg.slice(0, -LOGIN_AGAIN.length) : msg) + LOGIN_AGAIN
