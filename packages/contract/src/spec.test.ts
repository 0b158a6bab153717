import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rights } from './facts/rights.ts'
import { screens } from './facts/screens.ts'
import { endpoints } from './registry.ts'

/** Holds the product against the test's own copy of what was asked for: 215 calls (spec §7) and 59 screens (spec §2). */

const data = (name: string) =>
  readFileSync(new URL(`../test-data/${name}`, import.meta.url), 'utf8')

const rows = (name: string) =>
  data(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const askedCalls = new Set(rows('endpoints.tsv').map(([, method, path]) => `${method} ${path}`))
/** Path → name; a redirect has none. The router's `:id` is the spec's `{id}`. */
const askedScreens = new Map(
  rows('routes.tsv').map(([path = '', name = '']) => [path.replaceAll(/\{(\w+)\}/g, ':$1'), name]),
)

/** What stands today, by name: what goes away must be noticed, and so must what comes. */
const standing = JSON.parse(data('standing.json')) as { calls: string[]; screens: string[] }

/** Writes by method only: they change nothing, or (the pushes) leave the ledger itself as their record. */
const NOT_AUDITED = [
  'auth.info',
  'room.statusCheck',
  'ingest.events',
  'ingest.douyin',
  'sms.push',
  'sms.forward',
  'talk.test',
  'talk.readReplies',
  'talk.tryReply',
  'game.tryVar',
]

const asked = endpoints.filter((call) => call.origin === 'spec')
const wire = (call: (typeof endpoints)[number]) => `${call.method} ${call.path}`

test('how much of what was asked for stands', () => {
  expect(askedCalls.size).toBe(215)
  expect(askedScreens.size).toBe(59)
  const calls = asked.filter((call) => askedCalls.has(wire(call))).length
  const paths = Object.values(screens).filter(({ path }) => askedScreens.has(path)).length
  process.stdout.write(`${calls} of 215 calls, ${paths} of 59 screens\n`)
})

test('what stands is what stood: nothing disappeared, nothing came unnoticed', () => {
  expect(asked.map((call) => call.name).sort()).toEqual([...standing.calls].sort())
  expect(Object.keys(screens).sort()).toEqual([...standing.screens].sort())
})

test('a call that was asked for has the method and path that were asked for', () => {
  expect(asked.map(wire).filter((line) => !askedCalls.has(line))).toEqual([])
})

/** Screens of our own, beside those of spec §2. */
const OWN_SCREENS = ['audit', 'room', 'digitalAsset', 'system']

test('a screen has the path and the name that were asked for', () => {
  const ours = Object.entries(screens)
    .filter(([name]) => !OWN_SCREENS.includes(name))
    .map(([name, { path }]) => [path, name])
  expect(ours).toEqual(ours.map(([path = '']) => [path, askedScreens.get(path)]))
})

test('each call has one name and one address', () => {
  expect(new Set(endpoints.map((call) => call.name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(wire)).size).toBe(endpoints.length)
})

test('a call of our own lies under our own prefixes', () => {
  const own = endpoints.filter((call) => call.origin === 'own').map((call) => call.path)
  expect(own.filter((path) => !/^\/(admin\/v1\/x|agent|ingest)\/[a-z]/.test(path))).toEqual([])
})

test('each right is an act that people know, and a call asks for it', () => {
  const action = /^[a-z][a-z-]*\.(edit|add|look|agree|refuse|play|manage|del|reject|imme|operate)$/
  expect(rights.filter((right) => !action.test(right))).toEqual([])
  const asked = new Set<string>(endpoints.map((call) => call.can))
  expect(rights.filter((right) => !asked.has(right))).toEqual(['live-account.operate', 'room.imme'])
  expect([...rights]).toEqual([...rights].sort())
})

test('what a write changes are reads that stand', () => {
  const reads = new Set(endpoints.filter((call) => !call.writes).map((call) => call.name))
  const named = endpoints.flatMap((call) => call.changes.map((name) => [call.name, name] as const))
  expect(named.filter(([, name]) => !reads.has(name))).toEqual([])
  expect(endpoints.filter((call) => !call.writes && call.changes.length > 0)).toEqual([])
})

test('each write leaves an audit row, but these', () => {
  const writes = endpoints.filter((call) => call.method === 'POST' && !call.audit)
  expect(writes.map((call) => call.name).sort()).toEqual([...NOT_AUDITED].sort())
})

test('what the audit calls a write, it calls no other', () => {
  const called = endpoints.flatMap((call) => call.audit ?? [])
  for (const lang of ['zh', 'en'] as const)
    expect(new Set(called.map((words) => words[lang])).size).toBe(called.length)
})

/** Seeing a code is recorded: who sees one can log in by it. One old write travels as a GET. */
const AUDITED_GETS = ['live-account.sms', 'legacy.deletePlan']

test('a GET leaves none, but these', () => {
  const audited = endpoints.filter((call) => call.method === 'GET' && call.audit)
  expect(audited.map((call) => call.name)).toEqual(AUDITED_GETS)
})
