import { expect, test } from 'vitest'
import { deviceName } from './device.rules.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19 Safari/604.1',
    'Safari · iOS',
  ],
  ['curl/8.9', 'curl/8.9'],
  ['', '--'],
])('%s', (user_agent, name) => expect(deviceName(user_agent)).toBe(name))
