import type { S3Settings } from '#platform/blob/s3.ts'

const NEEDED = [
  'KAIBO_S3_ENDPOINT',
  'KAIBO_S3_BUCKET',
  'KAIBO_S3_REGION',
  'KAIBO_S3_ACCESS_KEY_ID',
  'KAIBO_S3_SECRET_ACCESS_KEY',
] as const

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** All of it or nothing: half a setting would have files go to a disk where nobody looks for them. */
export function readS3(
  setting: (name: string, fallback: string) => string,
  expect: (holds: boolean, problem: string) => void,
): S3Settings | undefined {
  const [endpoint = '', bucket = '', region = '', accessKeyId = '', secretAccessKey = ''] =
    NEEDED.map((name) => setting(name, ''))
  const pathStyle = setting('KAIBO_S3_PATH_STYLE', '0')
  expect(['0', '1'].includes(pathStyle), `KAIBO_S3_PATH_STYLE 须为 0 或 1，现为 ${pathStyle}`)
  const missing = NEEDED.filter((name) => !setting(name, ''))
  if (missing.length === NEEDED.length) return undefined
  expect(
    missing.length === 0,
    `${missing.join('、')} 未设置：用S3存文件须同时设置 ${NEEDED.join('、')}，都留空则存在数据目录`,
  )
  expect(
    !endpoint || isOrigin(endpoint),
    // Not repeated: it may have come with a password in it.
    'KAIBO_S3_ENDPOINT 须形如 https://s3.example.com，不带路径、查询和密码',
  )
  expect(
    pathStyle === '1' || !isAddress(endpoint),
    'KAIBO_S3_ENDPOINT 是IP地址时，须设置 KAIBO_S3_PATH_STYLE=1',
  )
  expect(
    !bucket || BUCKET.test(bucket),
    `KAIBO_S3_BUCKET 须为3到63个小写字母、数字、点或连字符，现为 ${bucket}`,
  )
  return {
    endpoint,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    pathStyle: pathStyle === '1',
  }
}

/** No bucket can stand before an address of figures. */
const isAddress = (endpoint: string) => /^https?:\/\/(\[|\d+\.\d+\.\d+\.\d+(:|$))/.test(endpoint)

function isOrigin(text: string): boolean {
  try {
    const url = new URL(text)
    return ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href
  } catch {
    return false
  }
}
