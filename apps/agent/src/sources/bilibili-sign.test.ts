import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedHeaders } from './bilibili-sign.ts'

test('the six headers, sorted and signed', () => {
  const body = '{"app_id":1}'
  const keys = { access_key_id: 'id', access_key_secret: 'secret' }
  const headers = signedHeaders(body, keys, 'nonce-1', 1_700_000_000)
  const md5 = createHash('md5').update(body).digest('hex')
  const text =
    `x-bili-accesskeyid:id\nx-bili-content-md5:${md5}\nx-bili-signature-method:HMAC-SHA256\n` +
    'x-bili-signature-nonce:nonce-1\nx-bili-signature-version:1.0\nx-bili-timestamp:1700000000'
  expect(headers['authorization']).toBe(createHmac('sha256', 'secret').update(text).digest('hex'))
  expect(headers).toMatchObject({
    'x-bili-accesskeyid': 'id',
    'x-bili-content-md5': md5,
    'x-bili-timestamp': '1700000000',
  })
})
