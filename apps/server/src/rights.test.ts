import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { builtInGroups } from '@kaibo/contract/facts/groups.ts'
import { rightsOf, type Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { MAX_PAGE_SIZE } from '@kaibo/contract/kernel/page.ts'
import { endpoints } from '@kaibo/contract/registry.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import type { BuiltInGroup } from '@kaibo/testkit/build/account.build.ts'
import { nothing, type Sample } from '@kaibo/testkit/rights.ts'
import { buildForeign, scenario, samples } from './rights.samples.ts'

let server: TestServer
let url: string
let checks = 0
let expired: Login
let there: Awaited<ReturnType<typeof buildForeign>>

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  there = await buildForeign(server)
  expired = await expire(await server.login('admin'))
})
afterAll(async () => {
  process.stdout.write(`rights: ${endpoints.length} calls walked, ${checks} answers checked\n`)
  await server.close()
})

/** Someone of the organisation who holds exactly the rights that the call asks for. */
const member = (endpoint: Endpoint, { as = 'guild' }: Sample, org_id: string) =>
  server.login(as, { org_id, extra_actions: rightsOf(endpoint) })

/** A group that does not grant it. */
const without = (can: string): BuiltInGroup =>
  builtInGroups.find(({ actions }) => actions !== '*' && !actions.some((action) => action === can))
    ?.id ?? 'studio'

async function answerTo(endpoint: Endpoint, input: object, as?: Login) {
  checks++
  return server.call(endpoint, input as never, as)
}

/** For each group a login that has only been refused so far, which leaves it as it was. */
const fresh = new Map<BuiltInGroup, Login>()

/** What someone of the group is answered who says nothing more. */
async function answerToOne(group: BuiltInGroup, endpoint: Endpoint) {
  const login = fresh.get(group) ?? (await server.login(group))
  fresh.delete(group)
  const answer = await answerTo(endpoint, {}, login)
  const isRefused = answer.code === Code.invalid || answer.code === Code.forbidden
  if (isRefused) fresh.set(group, login)
  return answer
}

async function expire(login: Login): Promise<Login> {
  await server.db.query
    .updateTable('session')
    .set({ last_seen_at: 0 })
    .where('uid', '=', login.uid)
    .execute()
  return login
}

/** A list is asked for as many rows as it gives: what it shows too much may stand anywhere in it. */
const allOf = ({ input }: Endpoint) =>
  'page_size' in input.shape ? { page_size: MAX_PAGE_SIZE } : {}

/** What of the other organisation an answer shows. */
const shownOf = (answer: unknown) =>
  there.known.filter((trace) => JSON.stringify(answer).includes(trace))

const guarded = endpoints.filter((endpoint) => endpoint.can !== 'public')
const open = endpoints.filter((endpoint) => endpoint.can === 'public')

/** Whoever is not logged in may ask only so often in a minute (`createThrottle`), and is asked for three times a call here. */
const STRANGERS_A_MINUTE = 150
let strangers = 0

test('every call has a sample, and every sample a call', () => {
  const names = endpoints.map((endpoint) => endpoint.name)
  expect(Object.keys(samples).sort()).toEqual(names.sort())
})

describe.each(guarded)('$name', (endpoint) => {
  const sample: Sample = samples[endpoint.name] ?? nothing

  test('without a token 1002, with an unknown one too', async () => {
    if (++strangers % STRANGERS_A_MINUTE === 0) server.clock.advance(60_000)
    expect((await answerTo(endpoint, {})).code).toBe(1002)
    expect((await answerTo(endpoint, {}, { token: 'made-up', uid: '' })).code).toBe(1002)
  })

  test('with an expired login 1004', async () => {
    expect((await answerTo(endpoint, {}, expired)).code).toBe(1004)
  })

  test.each(rightsOf(endpoint))('without %s 1003, which names it', async (need) => {
    const others = rightsOf(endpoint).filter((right) => right !== need)
    const answer = others.length
      ? await answerTo(endpoint, {}, await server.login(without(need), { extra_actions: others }))
      : await answerToOne(without(need), endpoint)
    expect(answer).toMatchObject({ code: 1003, data: { need } })
  })

  test.each(builtInGroups)('$id may do it as the group says', async (group) => {
    const { data, code } = await answerToOne(group.id, endpoint)
    const { actions } = group
    const held: readonly string[] = actions === '*' ? rightsOf(endpoint) : actions
    const need = rightsOf(endpoint).find((right) => !held.includes(right))
    if (need === undefined) expect(code).not.toBe(1003)
    else expect({ code, data }).toEqual({ code: 1003, data: { need } })
  })

  test('with the right it succeeds and shows nothing of another organisation', async () => {
    const here = await scenario(server, url, there.foreign)
    const input = { ...allOf(endpoint), ...(await sample.input(here)) }
    const answer = await answerTo(endpoint, input, await member(endpoint, sample, here.org_id))
    expect(answer).toMatchObject({ code: sample.code ?? 0 })
    expect(shownOf(answer)).toEqual([])
  })

  const { foreign } = sample
  if (foreign !== 'names no row') {
    test('a row of another organisation is out of reach', async () => {
      const here = await scenario(server, url, there.foreign)
      const input = await foreign(here)
      const answer = await answerTo(endpoint, input, await member(endpoint, sample, here.org_id))
      expect(answer.code).toBe(sample.foreignCode ?? 1005)
      expect(shownOf(answer.data)).toEqual([])
    })
  }
})

test.each(open)('$name is reached without a login', async (endpoint) => {
  const answer = await answerTo(endpoint, {})
  expect(answer.code).toBe(samples[endpoint.name]?.code)
  expect(answer.msg).not.toBe('请重新登录')
})
