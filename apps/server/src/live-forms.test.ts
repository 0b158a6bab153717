import { afterAll, beforeAll, expect, test } from 'vitest'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { CallName } from '@kaibo/contract/kernel/endpoint.ts'
import type { ServerFrame } from '@kaibo/contract/live/channel.ts'
import { formTopic, topics } from '@kaibo/contract/live/topics.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount } from '@kaibo/testkit/build/account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { Consoles } from '#domains/legacy/live.fixture.ts'

/** Who has the form of a record open, over real sockets. */

let server: TestServer
let consoles: Consoles
const ORGS = ['studio-1', 'studio-2'] as const
type Org = (typeof ORGS)[number]
/** A record of each kind, by the call that saves it. */
const records = new Map<Org, [call: CallName, id: string][]>()

beforeAll(async () => {
  server = await bootServer()
  consoles = new Consoles(server, await server.listen())
  const admin = await server.login('admin')
  for (const org of ORGS) {
    await buildOrg(server.platform, { id: org, is_studio: 1 })
    const account = { name: org, holder: '王', bank: '行', account_no: org, studio_id: org }
    const { data: back } = await server.call(commissionApi.saveAccount, account, admin)
    const { room_code } = await buildRoom(server.platform, { org_id: org })
    records.set(org, [
      ['org.edit', org],
      ['account.edit', await buildAccount(server.app, 'guild', { org_id: org, username: org })],
      ['commission.saveAccount', back.id],
      ['room.update', room_code],
    ])
  }
})
afterAll(async () => {
  consoles.terminate()
  await server.close()
})

const RIGHTS = [
  'org.edit',
  'account.edit',
  'commission.operate',
  'room.edit',
  'group.edit',
] as const
const memberOf = (org_id: Org, as: 'guild' | 'studio' = 'guild') =>
  server.login(as, { org_id, extra_actions: [...RIGHTS], username: `${org_id}-${++people}` })
let people = 0

async function openForms(login: Login, forms: readonly [CallName, string][]) {
  const console = await consoles.openAs(login)
  const before = console.frames.length
  console.subscribe(...forms.map(([call, id]) => formTopic(call, id)))
  await console.heard(before + 1)
  const topicsOf = (type: ServerFrame['type']) =>
    console.frames.flatMap((frame) => {
      if (frame.type === 'subscribed' && type === 'subscribed') return frame.topics
      return frame.type === 'refused' && type === 'refused' ? [frame.topic] : []
    })
  const people = () =>
    console.frames.flatMap((frame) =>
      frame.type === 'event' ? [topics.form['form.people'].parse(frame.data)] : [],
    )
  return { ...console, open: topicsOf('subscribed'), refused: topicsOf('refused'), people }
}

const topicsOf = (org: Org, isOfStudio: boolean) =>
  (records.get(org) ?? [])
    .filter(([call]) => call.startsWith('commission') === isOfStudio)
    .map(([call, id]) => formTopic(call, id))

test('the forms of one’s own records can be listened to, and none of another organisation', async () => {
  for (const as of ['guild', 'studio'] as const) {
    const [own, foreign] = ORGS.map((org) => topicsOf(org, as === 'studio'))
    const there = await openForms(await memberOf('studio-1', as), [
      ...(records.get('studio-1') ?? []),
      ...(records.get('studio-2') ?? []),
    ])
    expect(there.open).toEqual(own)
    expect(there.refused).toEqual(expect.arrayContaining(foreign ?? []))
    expect(there.refused).toHaveLength(8 - (own?.length ?? 0))
  }
})

test('without the right to save it is refused', async () => {
  const finance = await server.login('finance', { username: 'onlooker' })
  const [org] = records.get('studio-1') ?? []
  expect((await openForms(finance, org ? [org] : [])).refused).toHaveLength(1)
})

test('of a group, which all organisations see, nobody learns the names of another one', async () => {
  const form: [CallName, string][] = [['group.save', 'studio']]
  const mine = await openForms(await memberOf('studio-1'), form)
  const colleague = await openForms(await memberOf('studio-1'), form)
  const stranger = await openForms(await memberOf('studio-2'), form)
  await expect.poll(() => mine.people().at(-1)).toMatchObject({ people: [{}], more: 1 })
  await expect.poll(() => stranger.people().at(-1)).toEqual({ people: [], more: 2 })
  expect(JSON.stringify(stranger.frames)).not.toContain('studio-1')
  colleague.socket.terminate()
  await expect.poll(() => mine.people().at(-1)).toEqual({ people: [], more: 1 })
})
