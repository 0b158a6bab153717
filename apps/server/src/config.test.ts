import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without settings the server listens on this machine only, with SQLite and the demonstration', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8300,
    demo: true,
    databaseUrl: undefined,
    redisUrl: undefined,
    adminPassword: undefined,
    logLevel: 'info',
    maxConnections: 12_000,
  })
})

function logOf(env: NodeJS.ProcessEnv, isTerminal: boolean) {
  const { logFormat, logLevel } = readConfig(env, isTerminal)
  return [logFormat, logLevel]
}

test('a person at a terminal reads few lines of text, a program all lines as JSON, unless told otherwise', () => {
  expect(logOf({}, true)).toEqual(['text', 'warn'])
  expect(logOf({}, false)).toEqual(['json', 'info'])
  expect(logOf({ KAIBO_LOG: 'json' }, true)).toEqual(['json', 'info'])
  expect(logOf({ KAIBO_LOG: 'text', KAIBO_LOG_LEVEL: 'debug' }, false)).toEqual(['text', 'debug'])
})

test('every wrong setting is named at once, and a password is never repeated', () => {
  const wrong = {
    KAIBO_PORT: '83a',
    KAIBO_DEMO: 'yes',
    KAIBO_LOG_LEVEL: 'loud',
    KAIBO_LOG: 'xml',
    KAIBO_MAX_CONNECTIONS: 'many',
    KAIBO_ADMIN_PASSWORD: 'secret7',
    DATABASE_URL: 'mysql://db',
    REDIS_URL: 'nowhere',
  }
  let message = ''
  try {
    readConfig(wrong)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    message = String(error)
  }
  for (const name of Object.keys(wrong)) expect(message).toContain(name)
  expect(message).not.toContain('secret7')
})

test.each(['0', '9', '1000001', '1e999', 'NaN', '20.5'])('%s connections are refused', (count) => {
  expect(() => readConfig({ KAIBO_MAX_CONNECTIONS: count })).toThrow(
    'KAIBO_MAX_CONNECTIONS 须为 10 到 1000000 的整数',
  )
})

test.each(['-1', '65536', '80.5', 'http'])('port %s is refused', (port) => {
  expect(() => readConfig({ KAIBO_PORT: port })).toThrow('KAIBO_PORT 须为 0 到 65535 的整数')
})

test.each([
  ['seven77', '须为 8 到 128 个字符'],
  ['x1'.repeat(64) + 'x', '须为 8 到 128 个字符'],
  ['12345678', '密码太常见'],
  ['my-admin-word', '密码不能包含用户名'],
  ['chosen-by-me ', '首尾不能有空白'],
  ['        ', '首尾不能有空白'],
])('KAIBO_ADMIN_PASSWORD %j is refused: %s', (password, why) => {
  expect(() => readConfig({ KAIBO_ADMIN_PASSWORD: password })).toThrow(
    `KAIBO_ADMIN_PASSWORD ${why}`,
  )
})

test.each(['kai bo 8', 'ab9-'.repeat(32)])(
  'KAIBO_ADMIN_PASSWORD %j is taken as it is',
  (password) => {
    expect(readConfig({ KAIBO_ADMIN_PASSWORD: password })).toMatchObject({
      adminPassword: password,
    })
  },
)

test('blanks around an address are not part of it', () => {
  const settings = { DATABASE_URL: ' postgres://db/kaibo\n', REDIS_URL: 'redis://cache ' }
  expect(readConfig(settings)).toMatchObject({
    databaseUrl: 'postgres://db/kaibo',
    redisUrl: 'redis://cache',
  })
  expect(readConfig({ DATABASE_URL: ' ' })).toMatchObject({ databaseUrl: undefined })
})

test('an empty setting is one that was not given', () => {
  expect(readConfig({ KAIBO_PORT: '', KAIBO_ADMIN_PASSWORD: '', DATABASE_URL: '' })).toMatchObject({
    port: 8300,
    adminPassword: undefined,
    databaseUrl: undefined,
  })
})
