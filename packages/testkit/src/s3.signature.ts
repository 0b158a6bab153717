import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * AWS Signature Version 4 as a storage checks it, written from the published rules for S3 ("Authenticating Requests", header
 * and query) and from no client: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export interface SignedRequest {
  method: string
  /** As it stands in the request line. */
  target: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export interface Keys {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** The code that S3 answers with, or nothing where the request is good. */
export type Refusal =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'AuthorizationQueryParametersError'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'
const MAX_SKEW_MS = 15 * 60_000
const MAX_EXPIRES_S = 7 * 24 * 3_600

interface Claim {
  credential: string
  signedHeaders: string[]
  signature: string
  /** `20130524T000000Z` */
  date: string
  payload: string
}

export function refusalOf(request: SignedRequest, keys: Keys, now: number): Refusal | undefined {
  const { query } = partsOf(request.target)
  const isPresigned = query.some(([name]) => name === 'X-Amz-Signature')
  const claim = isPresigned ? claimOfQuery(query) : claimOfHeader(request.headers)
  if (!claim) {
    if (isPresigned) return 'AuthorizationQueryParametersError'
    return request.headers['authorization'] ? 'AuthorizationHeaderMalformed' : 'AccessDenied'
  }
  const day = claim.date.slice(0, 8)
  const scope = `${day}/${keys.region}/s3/aws4_request`
  if (claim.credential.split('/')[0] !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (claim.credential !== `${keys.accessKeyId}/${scope}`) {
    return isPresigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed'
  }
  const late = timeRefusal(isPresigned ? expiresOf(query) : undefined, instantOf(claim.date), now)
  if (late) return late
  if (mustBeSigned(request.headers).some((name) => !claim.signedHeaders.includes(name))) {
    return 'AccessDenied'
  }
  if (!isEqual(claim.signature, signatureOf(request, claim, keys))) return 'SignatureDoesNotMatch'
  const isKept = claim.payload === UNSIGNED || claim.payload === sha256(request.body)
  return isKept ? undefined : 'XAmzContentSHA256Mismatch'
}

function signatureOf(request: SignedRequest, claim: Claim, keys: Keys): string {
  const { path, query } = partsOf(request.target)
  const canonical = [
    request.method,
    path.split('/').map(encoded).join('/'),
    canonicalQuery(query),
    ...claim.signedHeaders.map((name) => `${name}:${plain(request.headers[name] ?? '')}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n')
  const day = claim.date.slice(0, 8)
  const scope = `${day}/${keys.region}/s3/aws4_request`
  const key = [day, keys.region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  )
  return hmac(key, [ALGORITHM, claim.date, scope, sha256(canonical)].join('\n')).toString('hex')
}

type Query = [name: string, value: string][]

const canonicalQuery = (query: Query) =>
  query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

function claimOfQuery(query: Query): Claim | undefined {
  const of = (name: string) => query.find(([key]) => key === `X-Amz-${name}`)?.[1]
  const [credential, headers, signature, date] = [
    of('Credential'),
    of('SignedHeaders'),
    of('Signature'),
    of('Date'),
  ]
  if (of('Algorithm') !== ALGORITHM || !credential || !headers || !signature || !date) {
    return undefined
  }
  const seconds = expiresOf(query)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_EXPIRES_S) return undefined
  return { credential, signedHeaders: headers.split(';'), signature, date, payload: UNSIGNED }
}

function claimOfHeader(headers: SignedRequest['headers']): Claim | undefined {
  const form = /^AWS4-HMAC-SHA256 Credential=(\S+?),\s*SignedHeaders=(\S+?),\s*Signature=(\w{64})$/
  const [, credential, names, signature] = form.exec(headers['authorization'] ?? '') ?? []
  const [date, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']]
  if (!credential || !names || !signature || !date || !payload) return undefined
  return { credential, signedHeaders: names.split(';'), signature, date, payload }
}

const mustBeSigned = (headers: SignedRequest['headers']) => [
  'host',
  ...Object.keys(headers).filter((name) => name.startsWith('x-amz-')),
]

const expiresOf = (query: Query) =>
  Number(query.find(([name]) => name === 'X-Amz-Expires')?.[1] ?? Number.NaN)

function timeRefusal(seconds: number | undefined, signed: number, now: number) {
  if (signed - now > MAX_SKEW_MS) return 'RequestTimeTooSkewed'
  if (seconds !== undefined) return now > signed + seconds * 1_000 ? 'AccessDenied' : undefined
  return now - signed > MAX_SKEW_MS ? 'RequestTimeTooSkewed' : undefined
}

function instantOf(date: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const [year = 0, month = 0, ...rest] = parts.map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

/** The path decoded, the query in pairs; a name without a value has an empty one. */
export function partsOf(target: string): { path: string; query: Query } {
  const [path = '', search = ''] = target.split('?')
  const query = search.split('&').filter(Boolean)
  return {
    path: decodeURIComponent(path),
    query: query.map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value)]
    }),
  }
}

/** "UriEncode": every byte but the unreserved ones. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const plain = (value: string) => value.trim().replaceAll(/ +/g, ' ')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
