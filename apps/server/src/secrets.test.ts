import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { rightsOf, type Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { isSecret } from '@kaibo/contract/kernel/field.ts'
import { endpoints } from '@kaibo/contract/registry.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import type { Scenario } from '@kaibo/testkit/rights.ts'
import { withoutSecrets } from '#platform/http/audit-entry.ts'
import { samples } from './rights.samples.ts'

/** Long enough for a password, short enough for a code. */
const CANARY = 'Canary-9f3e-zq'

type Schema = z.core.$ZodType
type Path = (string | 0)[]

/** Where in an input a secret may stand, found by every way that one schema can hold another; `0` is an item of a list. */
function secretPaths(schema: Schema, path: Path = [], depth = 0): Path[] {
  if (isSecret(schema)) return [path]
  if (depth > 12) return []
  const def = schema._zod.def as unknown as Record<string, unknown>
  const go = (inner: unknown, ...more: Path) =>
    isSchema(inner) ? secretPaths(inner, [...path, ...more], depth + 1) : []
  const getter = def['getter'] as (() => Schema) | undefined
  return [
    ...Object.entries((def['shape'] ?? {}) as Record<string, Schema>).flatMap(([key, field]) =>
      go(field, key),
    ),
    ...go(def['element'], 0),
    ...go(def['valueType'], 'any'),
    ...['innerType', 'left', 'right', 'in', 'out'].flatMap((key) => go(def[key])),
    ...((def['options'] ?? []) as unknown[]).flatMap((option) => go(option)),
    ...((def['items'] ?? []) as unknown[]).flatMap((item) => go(item, 0)),
    ...go(getter?.()),
  ]
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The input with the canary at a path. */
function withCanary(input: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return CANARY
  if (key === 0) return [withCanary(undefined, rest)]
  const given = (input ?? {}) as Record<string, unknown>
  return { ...given, [key]: withCanary(given[key], rest) }
}

const secretive = endpoints
  .filter((endpoint) => endpoint.audit)
  .map((endpoint) => ({ endpoint, paths: secretPaths(endpoint.input) }))
  .filter(({ paths }) => paths.length > 0)
  .map((one) => ({ ...one, name: one.endpoint.name }))

test('the calls that are given a secret are found', () => {
  expect(secretive.map((one) => one.name)).toEqual(
    expect.arrayContaining(['auth.login', 'account.add', 'live-account.add', 'agent.enrol']),
  )
})

test.each(secretive)('$name: what is kept of the input has none of them', ({ endpoint, paths }) => {
  for (const path of paths) {
    const input = withCanary({}, path)
    expect(JSON.stringify(input)).toContain(CANARY)
    expect(JSON.stringify(withoutSecrets(endpoint.input, input))).not.toContain(CANARY)
  }
})

describe('through a call', () => {
  let server: TestServer
  let scenario: Scenario
  const answered: Record<string, number> = {}

  beforeAll(async () => {
    server = await bootServer()
    const url = await server.listen()
    const own = await buildOnAir(server.platform, { org_id: 'org-1' })
    const foreign = await buildOnAir(server.platform, { org_id: 'org-2' })
    scenario = { server, url, org_id: 'org-1', own, foreign }
  })
  afterAll(() => server.close())

  /** Someone with the right, whose password is the canary itself. */
  async function caller(endpoint: Endpoint) {
    const extra_actions = rightsOf(endpoint)
    const login = await server.login(samples[endpoint.name]?.as ?? 'guild', {
      org_id: scenario.org_id,
      extra_actions,
    })
    const password_hash = await server.app.passwords.hash(CANARY)
    const account = server.db.query.updateTable('account').where('uid', '=', login.uid)
    await account.set({ password_hash, username: login.uid }).execute()
    return login
  }

  test.each(secretive)('$name writes none of them anywhere', async ({ endpoint, paths, name }) => {
    const login = await caller(endpoint)
    const sample =
      name === 'auth.login' ? { username: login.uid } : await samples[name]?.input(scenario)
    const given = paths
      // With a code, an account without a second factor would be refused.
      .filter((path) => name !== 'auth.login' || path[0] !== 'otp')
      .reduce<unknown>(withCanary, sample)
    const answer = await server.call(endpoint, given as never, login)
    answered[name] = answer.code
    for (const table of ['audit', 'audit_pending', 'account', 'live_account'] as const) {
      const rows = await server.db.query.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(CANARY)
    }
  })

  test('and those that need nothing else have succeeded', () => {
    const succeeded = Object.keys(answered).filter((name) => answered[name] === 0)
    expect(succeeded).toEqual(expect.arrayContaining(['auth.login', 'live-account.add']))
  })
})
