import { expect, test } from 'vitest'
import * as codes from './codes.ts'

/** The test's own copy of spec §8 and of the product's table of codes. */
test('the business codes', () => {
  expect(codes.Code).toEqual({
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
  })
  expect(codes.LOGIN_EXPIRED_CODES).toEqual([1002, 1004, 2003])
})

test.each([
  [400, '请求错误'],
  [401, '未授权，请重新登录'],
  [403, '拒绝访问'],
  [404, '请求的资源不存在'],
  [405, '请求方法不允许'],
  [408, '请求超时'],
  [500, '服务器错误'],
  [501, '服务未实现'],
  [502, '网络错误'],
  [503, '服务不可用'],
  [504, '网络超时'],
  [505, 'HTTP版本不受支持'],
  [418, '连接错误418'],
  [413, '连接错误413'],
  [599, '连接错误599'],
])('HTTP %d says %s', (status, text) => {
  expect(codes.httpText(status).zh).toBe(text)
})

test('no answer, and what is not there yet', () => {
  expect(codes.NO_RESPONSE_TEXT.zh).toBe('连接服务器失败')
  expect(codes.NOT_YET_TEXT.zh).toBe('暂未开通')
})

test.each([
  ['登录已过期，请重新登录', '登录已过期，请重新登录'],
  ['登录已过期，', '登录已过期，请重新登录'],
  ['请重新登录', '请重新登录'],
  ['', '请重新登录'],
  ['请重新登录后再试', '请重新登录后再试请重新登录'],
])('after an expiry %j is shown as %j', (msg, shown) => {
  expect(codes.loginExpiredText(msg, 'zh')).toBe(shown)
})

test.each([
  ['Log in again', 'Log in again'],
  ['The account is disabled; log in again', 'The account is disabled; log in again'],
  ['The account is disabled', 'The account is disabled; log in again'],
])('in English %j is shown as %j', (msg, shown) => {
  expect(codes.loginExpiredText(msg, 'en')).toBe(shown)
})
