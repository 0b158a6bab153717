import { expect, test } from 'vitest'
import { refusalOf, type SignedRequest } from './s3.signature.ts'

/** The examples that AWS publishes, word for word, with the key that it publishes them with. */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const NOW = Date.UTC(2013, 4, 24)
const HOUR = 3_600_000
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const host = 'examplebucket.s3.amazonaws.com'
const stamp = { host, 'x-amz-date': '20130524T000000Z' }
const auth = (signedHeaders: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`

const nothing = Buffer.alloc(0)
const getObject: SignedRequest = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    ...stamp,
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    authorization: auth(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
  body: nothing,
}
const putObject: SignedRequest = {
  method: 'PUT',
  target: '/test%24file.text',
  headers: {
    ...stamp,
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    authorization: auth(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
  body: Buffer.from('Welcome to Amazon S3.'),
}
const ofBucket = (target: string, signature: string): SignedRequest => ({
  method: 'GET',
  target,
  headers: {
    ...stamp,
    'x-amz-content-sha256': EMPTY,
    authorization: auth('host;x-amz-content-sha256;x-amz-date', signature),
  },
  body: nothing,
})
const lifecycle = ofBucket(
  '/?lifecycle',
  'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
)
const list = ofBucket(
  '/?max-keys=2&prefix=J',
  '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
)
const presigned: SignedRequest = {
  method: 'GET',
  target:
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host },
  body: nothing,
}

test.each([
  ['GET Object', getObject],
  ['PUT Object', putObject],
  ['GET Bucket Lifecycle', lifecycle],
  ['List Objects', list],
  ['presigned GET', presigned],
])('AWS’s example %s is good', (_name, request) => {
  expect(refusalOf(request, keys, NOW)).toBeUndefined()
})

const withHeaders = (request: SignedRequest, headers: SignedRequest['headers']) => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

test.each([
  ['another method', { ...getObject, method: 'PUT' }, 'SignatureDoesNotMatch'],
  ['another path', { ...getObject, target: '/test2.txt' }, 'SignatureDoesNotMatch'],
  ['another query', { ...list, target: '/?max-keys=3&prefix=J' }, 'SignatureDoesNotMatch'],
  [
    'another signed header',
    withHeaders(getObject, { range: 'bytes=0-8' }),
    'SignatureDoesNotMatch',
  ],
  ['another host', withHeaders(presigned, { host: 'x' }), 'SignatureDoesNotMatch'],
  ['another body', { ...putObject, body: Buffer.from('x') }, 'XAmzContentSHA256Mismatch'],
  [
    'an unsigned x-amz header',
    withHeaders(getObject, { 'x-amz-acl': 'public-read' }),
    'AccessDenied',
  ],
  ['no signature', { ...presigned, target: '/test.txt' }, 'AccessDenied'],
  [
    'a header that is none',
    withHeaders(getObject, { authorization: 'Bearer x' }),
    'AuthorizationHeaderMalformed',
  ],
  [
    'a longer time',
    { ...presigned, target: presigned.target.replace('=86400', '=90000') },
    'SignatureDoesNotMatch',
  ],
  [
    'more than a week',
    { ...presigned, target: presigned.target.replace('=86400', '=604801') },
    'AuthorizationQueryParametersError',
  ],
] as const)('%s is refused', (_name, request, refusal) => {
  expect(refusalOf(request, keys, NOW)).toBe(refusal)
})

const refusal = (other: Partial<typeof keys>) => refusalOf(presigned, { ...keys, ...other }, NOW)

test('another key, secret or region is refused', () => {
  expect(refusal({ accessKeyId: 'AKIA' })).toBe('InvalidAccessKeyId')
  expect(refusal({ secretAccessKey: 'x' })).toBe('SignatureDoesNotMatch')
  expect(refusal({ region: 'eu-west-1' })).toBe('AuthorizationQueryParametersError')
})

test('a presigned address ends when it says; a signed request is good for a quarter of an hour', () => {
  expect(refusalOf(presigned, keys, NOW + 24 * HOUR)).toBeUndefined()
  expect(refusalOf(presigned, keys, NOW + 24 * HOUR + 1)).toBe('AccessDenied')
  expect(refusalOf(presigned, keys, NOW - HOUR)).toBe('RequestTimeTooSkewed')
  expect(refusalOf(getObject, keys, NOW + HOUR / 4)).toBeUndefined()
  expect(refusalOf(getObject, keys, NOW + HOUR / 4 + 1)).toBe('RequestTimeTooSkewed')
})
