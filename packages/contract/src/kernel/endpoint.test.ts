import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { words } from './words.ts'
import { domain, get, post } from './endpoint.ts'

const Draft = z.object({ name: z.string() })

const api = domain('thing', {
  list: get('/admin/v1/thing/list', { can: 'room.look' }),
  save: post('/admin/v1/thing/save', { input: Draft, can: 'room.edit', timeoutMs: 60_000 }),
  own: post('/admin/v1/x/thing/own', { can: 'login' }),
  agent: post('/agent/v1/thing', { can: 'public' }),
  ingest: post('/ingest/v1/thing', { can: 'public' }),
  legacy: get('/live/thing', { can: 'login' }),
})

test('a call knows its name, waits 15 s unless told otherwise, and answers nothing by default', () => {
  expect(api.list.name).toBe('thing.list')
  expect(api.list.timeoutMs).toBe(15_000)
  expect(api.save.timeoutMs).toBe(60_000)
  expect(z.safeParse(api.list.data, null).success).toBe(true)
})

test('a call writes when it leaves an audit row, or says so', () => {
  const writes = domain('thing', {
    look: get('/a', { can: 'login' }),
    save: post('/b', { can: 'login', audit: words('保存', 'Saved') }),
    ticket: get('/c', { can: 'login', writes: true }),
  })
  expect(Object.values(writes).map((call) => call.writes)).toEqual([false, true, true])
})

test('who has no login may send 16 kB, others a megabyte, unless the call says otherwise', () => {
  const push = domain('thing', { push: post('/a', { can: 'public', maxBytes: 1_000_000 }) }).push
  expect([api.ingest, api.own, push].map((call) => call.maxBytes)).toEqual([
    16_384, 1_048_576, 1_000_000,
  ])
})

test('our own calls are told from those that were asked for by their path', () => {
  expect(Object.values(api).map((call) => [call.path, call.origin])).toEqual([
    ['/admin/v1/thing/list', 'spec'],
    ['/admin/v1/thing/save', 'spec'],
    ['/admin/v1/x/thing/own', 'own'],
    ['/agent/v1/thing', 'own'],
    ['/ingest/v1/thing', 'own'],
    ['/live/thing', 'spec'],
  ])
})

test('a call says what it changes, and that is nothing by default; a right that does not exist does not type-check', () => {
  const { save } = domain('thing', {
    // @ts-expect-error -- there is no such right
    save: post('/b', { can: 'thing.save', changes: ['thing.list', 'shop.stock'] }),
  })
  expect([save.changes, api.save.changes]).toEqual([['thing.list', 'shop.stock'], []])
})
