import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../kernel/messages.ts'
import { PublicAddressEdit } from './monitor.schema.ts'

test.each([
  ['https://kaibo.example.com', 'https://kaibo.example.com'],
  [' HTTPS://Kaibo.Example.com:443/ ', 'https://kaibo.example.com'],
  ['http://192.168.1.5:8300', 'http://192.168.1.5:8300'],
  ['http://[2001:db8::1]:8300/', 'http://[2001:db8::1]:8300'],
  ['https://开播.example.com', 'https://xn--h0t59j.example.com'],
])('%s is taken as %s', (given, address) => {
  expect(z.parse(PublicAddressEdit, { address: given })).toEqual({ address })
})

test.each([
  'http://127.0.0.1:8300',
  'http://localhost:8300',
  'http://[::1]:8300',
  'http://0.0.0.0',
])('%s is of no use to another machine', (address) => {
  const { error } = z.safeParse(PublicAddressEdit, { address })
  expect(fieldMessages(PublicAddressEdit, error?.issues ?? [], { address })).toMatchObject({
    address: { zh: '服务器地址不能是本机地址：别的电脑连不到 127.0.0.1 或 localhost' },
  })
})

test.each([
  'kaibo.example.com',
  'ftp://kaibo.example.com',
  'https://kaibo.example.com/admin',
  'https://kaibo.example.com/?a=1',
  'https://kaibo.example.com/#a',
  'https://name:word@kaibo.example.com',
  'https://kaibo.example.com:99999',
  'https://a$(reboot).example.com',
  'https://a`id`.example.com',
  'https://a;id.example.com',
  'https://-a',
  'javascript:alert(1)',
  'https://',
])('%s is refused', (address) => {
  const { error } = z.safeParse(PublicAddressEdit, { address })
  expect(fieldMessages(PublicAddressEdit, error?.issues ?? [], { address })).toMatchObject({
    address: { zh: '服务器地址须形如 https://kaibo.example.com，不带路径' },
  })
})
