import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READS_BUNDLES } from '@kaibo/contract/agent/frames.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
afterAll(() => server.close())

/** A room as an operator makes it, on a PC of its own. */
async function newRoom(org_id?: string) {
  const { platform, clock } = server
  const pc = await buildPc(platform, org_id === undefined ? {} : { org_id })
  const account = await buildLiveAccount(platform, org_id === undefined ? {} : { org_id })
  const draft = { account_id: account.account_id, pc_id: pc.id, name: '新房间', actor: '', mode: 1 }
  const { data } = await server.call(roomApi.create, draft as never, await server.login('admin'))
  const { id, private_key } = pc
  const connect = () => connectAgent(url, { pc_id: id, private_key, ts: clock.now() })
  return { room: data, connect }
}

test('a new room runs by the 默认话术 of its organisation, one for all of its rooms', async () => {
  const { id } = await buildOrg(server.platform)
  const rooms = [await newRoom(id), await newRoom(id)]
  const rules = await server.db.query
    .selectFrom('talk_rule')
    .selectAll()
    .where('org_id', '=', id)
    .execute()
  expect(rules).toMatchObject([{ name: '默认话术', live_v: 1, is_default: 1, enabled: 1 }])
  const hashes = await server.db.query
    .selectFrom('room')
    .select('bundle_hash')
    .where(
      'room_code',
      'in',
      rooms.map(({ room }) => room.room_code),
    )
    .execute()
  expect(new Set(hashes.map(({ bundle_hash }) => bundle_hash)).size).toBe(1)
})

test('a PC that reads bundles is told the hash, asks for the parts, and can check them', async () => {
  const { connect } = await newRoom()
  const agent = await connect()
  const { rooms } = await agent.hello({ capabilities: ['source:simulator', READS_BUNDLES] })
  const { bundle, rules } = rooms[0]?.config ?? {}
  expect(rules).toBeUndefined()
  agent.send({ type: 'need', hash: bundle?.hash ?? '' })
  const part = await agent.next('part')
  expect(part).toMatchObject({ hash: bundle?.hash, index: 0, of: 1 })
  expect(createHash('sha256').update(part.body).digest('base64url')).toBe(bundle?.hash)
  expect(Bundle.parse(JSON.parse(part.body)).sets).toHaveLength(1)
  agent.kill()
})

test('a PC of before is sent its rules with the settings', async () => {
  const { connect } = await newRoom()
  const agent = await connect()
  const { rooms } = await agent.hello()
  const { bundle, rules = [] } = rooms[0]?.config ?? {}
  expect(bundle).toBeUndefined()
  expect(rules.map((set) => RuleSet.parse(set).name)).toEqual(['默认话术'])
  agent.kill()
})

test('a pack is given to a PC with a room that names it, to no other', async () => {
  const { connect } = await newRoom()
  const agent = await connect()
  const { rooms } = await agent.hello({ capabilities: [READS_BUNDLES] })
  const hash = rooms[0]?.config.bundle?.hash ?? ''
  const pc = await buildPc(server.platform)
  const stranger = await connectAgent(url, {
    pc_id: pc.id,
    private_key: pc.private_key,
    ts: server.clock.now(),
  })
  await stranger.hello({ capabilities: [READS_BUNDLES] })
  stranger.send({ type: 'need', hash })
  expect(await stranger.next('part')).toEqual({ type: 'part', hash, index: 0, of: 0, body: '' })
  agent.kill()
  stranger.kill()
})
