import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { upgradeUrl } from './upgrade.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

test('the address carries what the server checks, signed', () => {
  const url = upgradeUrl(
    new URL('https://kaibo.example/'),
    { pc_id: 'pc-1', key: privateKey },
    5,
    'n',
  )
  expect(url.href).toMatch(/^wss:\/\/kaibo\.example\/agent\/v1\/ws\?pc_id=pc-1&ts=5&nonce=n&sig=/)
  const signature = Buffer.from(url.searchParams.get('sig') ?? '', 'base64url')
  expect(verify(null, Buffer.from('pc-1|5|n'), publicKey, signature)).toBe(true)
})

test('a server under a path, without TLS', () => {
  const url = upgradeUrl(new URL('http://host:81/kaibo/'), { pc_id: 'p', key: privateKey }, 5, 'n')
  expect(url.href).toMatch(/^ws:\/\/host:81\/kaibo\/agent\/v1\/ws\?/)
})
