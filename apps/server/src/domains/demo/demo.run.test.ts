import { afterEach, beforeEach, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import { programOf } from '@kaibo/testkit/program.ts'

const agent = programOf(new URL('../../../../agent/src/main.ts', import.meta.url))
const within = { timeout: 40_000, interval: 200 }

let server: TestServer
let admin: Login

beforeEach(async () => {
  const agentProgram = { main: agent.file, execArgv: [] }
  server = await bootServer({ clock: 'system', config: { agentProgram } })
  admin = await server.login('admin')
})
afterEach(() => server.close())

const rooms = async () => (await server.call(roomApi.list, {}, admin)).data.list
const states = async () => (await rooms()).map((room) => room.state).sort()
/** Which start of the agent is connected. */
const boot = async () => {
  const pc = server.db.query.selectFrom('pc').select('boot_id')
  return (await pc.executeTakeFirstOrThrow()).boot_id
}
const haveViewers = async () => (await rooms()).every((room) => (room.run?.viewers ?? 0) > 0)

test('a real agent starts the three rooms; a room that an operator stops stays stopped', async () => {
  const { demo } = server.app
  const url = await server.listen()
  await demo.load()
  await demo.run(url)
  await expect.poll(states, within).toEqual(['living', 'living', 'living'])
  await expect.poll(haveViewers, within).toBe(true)

  const [one] = await rooms()
  await server.call(roomApi.stop, { room_code: one?.room_code ?? '' }, admin)
  await expect.poll(states, within).toEqual(['ended', 'living', 'living'])

  const first = await boot()
  await demo.close()
  await demo.load()
  await demo.run(url)
  await expect.poll(boot, within).not.toBe(first)
  expect(await states()).toEqual(['ended', 'living', 'living'])
  expect(await reconcile(server.db)).toEqual([])
}, 120_000)

test('without the demonstration no agent is run', async () => {
  await server.app.demo.run(await server.listen())
  expect(await rooms()).toEqual([])
})
