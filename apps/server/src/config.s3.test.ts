import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const whole = {
  KAIBO_S3_ENDPOINT: 'https://s3.example.com',
  KAIBO_S3_BUCKET: 'kaibo',
  KAIBO_S3_REGION: 'cn-1',
  KAIBO_S3_ACCESS_KEY_ID: 'key-id',
  KAIBO_S3_SECRET_ACCESS_KEY: 'hush-hush',
}

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return String(error)
  }
  return ''
}

test('files go to the disk unless a bucket is set, whole', () => {
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig(whole).s3).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'kaibo',
    region: 'cn-1',
    accessKeyId: 'key-id',
    secretAccessKey: 'hush-hush',
    pathStyle: false,
  })
  expect(readConfig({ ...whole, KAIBO_S3_PATH_STYLE: '1' }).s3?.pathStyle).toBe(true)
})

test.each(Object.keys(whole))('without %s nothing starts', (name) => {
  const problems = problemsOf({ ...whole, [name]: ' ' })
  expect(problems).toContain(`${name} 未设置：用S3存文件须同时设置`)
  expect(problems).not.toContain('hush-hush')
})

test('all that is missing is named in one line', () => {
  const { KAIBO_S3_BUCKET } = whole
  expect(problemsOf({ KAIBO_S3_BUCKET })).toContain(
    'KAIBO_S3_ENDPOINT、KAIBO_S3_REGION、KAIBO_S3_ACCESS_KEY_ID、KAIBO_S3_SECRET_ACCESS_KEY 未设置',
  )
})

test.each([
  ['s3.example.com'],
  ['ftp://s3.example.com'],
  ['https://s3.example.com/bucket'],
  ['https://s3.example.com?x=1'],
  ['https://me:pass-word@s3.example.com'],
])('%s is no endpoint, and is not repeated', (endpoint) => {
  const problems = problemsOf({ ...whole, KAIBO_S3_ENDPOINT: endpoint })
  expect(problems).toContain('KAIBO_S3_ENDPOINT 须形如')
  expect(problems).not.toContain('pass-word')
})

test.each(['http://127.0.0.1:9000', 'http://10.0.0.1', 'http://[::1]:9000'])(
  'a bucket cannot stand before %s',
  (endpoint) => {
    const env = { ...whole, KAIBO_S3_ENDPOINT: endpoint }
    expect(problemsOf(env)).toContain('须设置 KAIBO_S3_PATH_STYLE=1')
    expect(problemsOf({ ...env, KAIBO_S3_PATH_STYLE: '1' })).toBe('')
  },
)

test.each([
  [{ KAIBO_S3_BUCKET: 'Kaibo' }, 'KAIBO_S3_BUCKET 须为'],
  [{ KAIBO_S3_BUCKET: 'a/b' }, 'KAIBO_S3_BUCKET 须为'],
  [{ KAIBO_S3_PATH_STYLE: 'yes' }, 'KAIBO_S3_PATH_STYLE 须为 0 或 1'],
])('%j is refused', (wrong, problem) => {
  expect(problemsOf({ ...whole, ...wrong })).toContain(problem)
})
