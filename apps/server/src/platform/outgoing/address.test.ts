import { expect, test } from 'vitest'
import { placeOf } from './address.ts'

const OWN = ['203.0.113.7', '2001:db8::7']

test.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['127.0.0.1', 'own'],
  ['127.255.0.9', 'own'],
  ['::1', 'own'],
  ['203.0.113.7', 'own'],
  ['2001:db8:0::7', 'own'],
  ['10.1.2.3', 'lan'],
  ['172.31.255.255', 'lan'],
  ['172.32.0.1', 'public'],
  ['192.168.1.5', 'lan'],
  ['100.64.0.1', 'lan'],
  ['fd12::1', 'lan'],
  ['0.0.0.0', 'never'],
  ['0.1.2.3', 'never'],
  ['::', 'never'],
  ['169.254.169.254', 'never'],
  ['100.100.100.200', 'never'],
  ['168.63.129.16', 'never'],
  ['fd00:ec2::254', 'never'],
  ['fe80::1', 'never'],
  ['fe80::1%eth0', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['ff02::1', 'never'],
  ['2001::1', 'never'],
  ['::ffff:127.0.0.1', 'own'],
  ['::ffff:7f00:1', 'own'],
  ['::ffff:169.254.169.254', 'never'],
  ['::ffff:10.0.0.1', 'lan'],
  ['::ffff:8.8.8.8', 'public'],
  ['::127.0.0.1', 'own'],
  ['::ffff:0:7f00:1', 'own'],
  ['::ffff:0:169.254.169.254', 'never'],
  ['64:ff9b::a9fe:a9fe', 'never'],
  ['2002:7f00:1::', 'own'],
  ['2002:a9fe:a9fe::1', 'never'],
  ['no address', 'never'],
  ['', 'never'],
])('%s is %s', (ip, place) => {
  expect(placeOf(ip, OWN)).toBe(place)
})
