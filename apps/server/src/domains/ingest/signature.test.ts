import { expect, test } from 'vitest'
import { pushSignature } from '#domains/lookup/push-signature.ts'
import { douyinSignature } from './signature.ts'

test('Douyin’s own example', () => {
  const headers = {
    'x-nonce-str': '123456',
    'x-timestamp': '456789',
    'x-roomid': '268',
    'x-msg-type': 'user_group',
  }
  const signature = douyinSignature(headers, Buffer.from('abc123你好'), '123abc')
  expect(signature).toBe('GAkalGmhzqlUGQO/TgvMug==')
})

test('the generic push is signed over timestamp and body', () => {
  // printf '1700000000.{}' | openssl dgst -sha256 -hmac secret
  expect(pushSignature('1700000000', Buffer.from('{}'), 'secret')).toBe(
    'b8569b78799ff9e3cbff0fc2d63a33a2b57f3282abd07c37ae5e8e7d79a5f163',
  )
})
