import { expect, test } from 'vitest'
import { testClock } from '@kaibo/testkit/clock.ts'
import { createThrottle } from './throttle.ts'

test('600 calls a minute, for each address; an IPv6 network is one', () => {
  const clock = testClock()
  const visit = createThrottle(clock)
  for (let n = 0; n < 600; n++) visit(`2001:db8:1:2::${n.toString(16)}`)
  expect(() => visit('2001:db8:1:2::1')).toThrow('请求过于频繁，请60秒后再试')
  visit('2001:db8:1:3::1')
  clock.advance(60_000)
  visit('2001:db8:1:2::1')
})

test('IPv4 addresses stay apart where a socket for both kinds reports them', () => {
  const visit = createThrottle(testClock())
  for (let n = 0; n < 600; n++) visit('::ffff:192.0.2.1')
  expect(() => visit('192.0.2.1')).toThrow('请求过于频繁')
  visit('::ffff:192.0.2.2')
})

test('whoever comes from many addresses does not free one that must wait', () => {
  const visit = createThrottle(testClock())
  for (let n = 0; n < 600; n++) visit('192.0.2.1')
  for (let n = 0; n < 49_000; n++) visit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(() => visit('192.0.2.1')).toThrow('请求过于频繁')
  for (let n = 0; n < 49_999; n++) visit(`172.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(() => visit('192.0.2.1')).toThrow('请求过于频繁')
})
