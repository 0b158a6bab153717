import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { folderOf } from '#identity/identity.ts'
import { ServerFixture } from '#link/server.fixture.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { giftOf } from '#rooms/event.fixture.ts'
import { freshFolder } from '#spool/spool.fixture.ts'

const program = programOf(new URL('./main.ts', import.meta.url))
const RECORDING = fileURLToPath(new URL('../test-data/bilibili-recording.jsonl', import.meta.url))

let server: ServerFixture
let data: string
let children: Agent[]

beforeEach(async () => {
  server = await ServerFixture.start()
  data = await freshFolder()
  children = []
})

afterEach(async () => {
  for (const { child } of children) if (child.exitCode === null) child.kill('SIGKILL')
  await server.kill()
})

interface Agent {
  child: ChildProcess
  output: () => string
  /** The exit code; null when killed. */
  exited: Promise<number | null>
}

function run(...args: string[]): Agent {
  const child = spawn(process.execPath, [program.file, ...args])
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const agent = {
    child,
    output: () => text,
    exited: once(child, 'close').then(([code]) => code as number | null),
  }
  children.push(agent)
  return agent
}

const start = (...more: string[]) =>
  run('--server', server.url.href, '--key', 'ABCD-EFGH', '--data', data, ...more)

async function until(agent: Agent, text: string): Promise<void> {
  while (!agent.output().includes(text)) {
    if (agent.child.exitCode !== null) throw new Error(agent.output())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const worker = () =>
  server.frames
    .flatMap((frame) => ('rooms' in frame ? frame.rooms : []))
    .map((room) => ReportedRoom.parse(room).worker)
    .at(-1)

const eventIds = () =>
  server.items().flatMap(({ item }) => (item.type === 'event' ? [item.event.event_id] : []))

test('wrong arguments: what is wrong, how it is used, exit code 2', async () => {
  const agent = run('--server', 'nonsense', '--key', 'x')
  expect(await agent.exited).toBe(2)
  expect(agent.output()).toContain('--server 应是')
  expect(agent.output()).toContain('用法')
})

test('a code that is not taken: why, what to do, exit code 3', async () => {
  server.enrolment = { status: 200, body: { code: 1001, msg: '登记码无效或已过期', data: {} } }
  const agent = start()
  expect(await agent.exited).toBe(3)
  expect(agent.output()).toContain('登记码无效或已过期')
  expect(agent.output()).toContain('重新取登记码')
})

test('a data folder that cannot be made: which, why, exit code 5', async () => {
  data = join(data, 'file')
  await writeFile(data, '')
  const agent = start()
  expect(await agent.exited).toBe(5)
  expect(agent.output()).toContain(`数据目录不能用：${data}`)
  expect(agent.output()).not.toContain('    at ')
})

test('a damaged key: what to do, exit code 5', async () => {
  const folder = folderOf(data, server.url, 'ABCD-EFGH')
  await mkdir(folder)
  await writeFile(join(folder, 'key.pem'), '')
  const agent = start()
  expect(await agent.exited).toBe(5)
  expect(agent.output()).toContain('密钥文件已损坏')
})

test('the first start enrols; a room goes on air, and its events reach the server with what was said', async () => {
  server.rooms = [desiredRoom()]
  const recorded = ['--source', `replay:${RECORDING}`, '--speed', '1000']
  const agent = start(...recorded, '--name', '测试机', '--speaker', '/nowhere')
  await server.until(() => new Set(eventIds()).size === 8)
  await server.until(() => worker() === WorkerStatus.living)
  const [hello] = server.of('hello')
  expect(hello).toMatchObject({
    pc_name: '测试机',
    version: '0.1.0',
    capabilities: expect.arrayContaining([
      'source:replay',
      'bundle:2',
      'words:1',
      'effect:cmd',
      'stage:1',
    ]),
  })
  // The repeated line went up once
  expect(eventIds()).toHaveLength(8)
  await server.until(() => server.items().some(({ item }) => item.type === 'speech'))
  await server.until(() => server.of('heartbeat').length > 0)
  expect(server.of('heartbeat')[0]?.metrics.mem_total_mb).toBeGreaterThan(0)
  agent.child.kill('SIGTERM')
  expect(await agent.exited).toBe(0)
  expect(agent.output()).toContain('正在退出')
}, 30_000)

test('the same command works again when the code is used up, and a second one beside it is refused', async () => {
  const first = start()
  await server.until(() => server.of('hello').length === 1)
  const second = start()
  expect(await second.exited).toBe(4)
  expect(second.output()).toContain('已在运行')
  first.child.kill('SIGINT')
  expect(await first.exited).toBe(0)
  server.enrolment = { status: 200, body: { code: 1001, msg: '登记码无效或已过期', data: {} } }
  start()
  await server.until(() => server.of('hello').length === 2)
}, 30_000)

test('killed, it goes on with its rooms before the server answers, and nothing unsent is lost', async () => {
  server.rooms = [desiredRoom()]
  server.acks = false
  const first = start('--source', 'simulator', '--speed', '50')
  await server.until(() => eventIds().length > 0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  first.child.kill('SIGKILL')
  await first.exited
  const sent = eventIds()
  const { port } = server
  const { keys } = server
  await server.kill()

  const second = start('--source', 'simulator', '--speed', '50')
  await until(second, '恢复上次的直播')
  await until(second, '连不上服务器')
  const back = await ServerFixture.start(port)
  for (const [pc, key] of keys) back.keys.set(pc, key)
  back.rooms = server.rooms
  server = back
  await server.until(() => server.items().length > 50)
  const seqs = server.items().map(({ seq }) => seq)
  expect(seqs).toEqual(Array.from(seqs, (_, i) => i + 1))
  expect(eventIds().slice(0, sent.length)).toEqual(sent)
  expect(new Set(eventIds()).size).toBe(eventIds().length)
}, 40_000)

test('what an outage left is not in the way of what happens, and is whole after two kills', async () => {
  server.rooms = [desiredRoom()]
  server.acks = false
  const first = start('--source', 'simulator', '--speed', '300')
  await server.until(() => (server.of('heartbeat').at(-1)?.metrics.spool_items ?? 0) > 1_500)
  first.child.kill('SIGKILL')
  await first.exited
  const [left = ''] = server.of('batch').map(({ spool_id }) => spool_id)

  Object.assign(server, { acks: true, withheld: left })
  const second = start('--source', 'simulator', '--speed', '300')
  await server.until(() => Object.keys(server.acked).length > 0)
  second.child.kill('SIGKILL')
  await second.exited

  server.withheld = undefined
  start('--source', 'simulator', '--speed', '1')
  await server.until(() => server.of('hello').length === 3)
  expect(server.of('hello').at(-1)?.backlogs).toContain(left)
  const before = server.of('heartbeat').length
  await server.until(() =>
    server.of('heartbeat').some(({ metrics }, i) => i >= before && metrics.spool_items < 10),
  )
  const seqs = new Set(server.items().map(({ seq }) => seq))
  expect(seqs.size).toBe(Math.max(...Object.values(server.acked)))
}, 120_000)

test('enrolled anew, it sends what the enrolment before had not', async () => {
  server.rooms = [desiredRoom()]
  server.acks = false
  const first = start('--source', 'simulator', '--speed', '50')
  await server.until(() => eventIds().length > 0)
  first.child.kill('SIGKILL')
  await first.exited
  const [unsent] = eventIds()
  const { length } = server.items()
  Object.assign(server, { acks: true, rooms: [] })
  run('--server', server.url.href, '--key', 'WXYZ-2345', '--data', data)
  await server.until(() => server.items().length > length)
  expect(eventIds().filter((id) => id === unsent)).toHaveLength(2)
  const spools = server.of('batch').map(({ spool_id }) => spool_id)
  expect(new Set(spools).size).toBe(1)
}, 30_000)

test('a server that goes away and comes back finds the room on air all the time', async () => {
  server.rooms = [desiredRoom()]
  start('--source', 'simulator', '--speed', '20')
  await server.until(() => worker() === WorkerStatus.living && server.items().length > 0)
  const { port, keys } = server
  const [[spool, acked] = ['', 0]] = Object.entries(server.acked)
  await server.kill()
  await new Promise((resolve) => setTimeout(resolve, 500))
  server = await ServerFixture.start(port)
  for (const [pc, key] of keys) server.keys.set(pc, key)
  Object.assign(server, { rooms: [desiredRoom()], acked: { [spool]: acked } })
  await server.until(() => server.items().length > 0)
  expect(server.items()[0]?.seq).toBe(acked + 1)
  expect(server.of('hello')[0]?.rooms).toMatchObject([
    { worker: WorkerStatus.living, run_id: 'run-1' },
  ])
}, 30_000)

test('desired state, pushed events and commands over one connection', async () => {
  const agent = start()
  await until(agent, '已连接服务器')
  server.send({ type: 'desired', rooms: [desiredRoom()] })
  await server.until(() => worker() === WorkerStatus.living)
  server.send({
    type: 'events',
    room_code: 'ABCD2345',
    events: [giftOf(10_000, { source: 'douyin', at: Date.now() })],
  })
  await server.until(() => server.items().some(({ item }) => item.type === 'speech'))
  expect(eventIds()).toHaveLength(0)
  const deliver_by = Date.now() + 10_000
  server.send({ type: 'command', id: 'c1', name: 'room.reset', room_code: 'ABCD2345', deliver_by })
  await server.until(() => server.of('command_state').length === 2)
  expect(server.of('command_state').map(({ state }) => state)).toEqual(['received', 'done'])
  server.send({ type: 'desired', rooms: [desiredRoom({ run: false, run_id: null })] })
  await server.until(() => worker() === WorkerStatus.undo)
}, 30_000)

test('killed the moment it has said that a command is done: asked again it says the same, and does nothing', async () => {
  server.rooms = [desiredRoom()]
  const reset = (id: string) => {
    const deliver_by = Date.now() + 60_000
    server.send({ type: 'command', id, name: 'room.reset', room_code: 'ABCD2345', deliver_by })
  }
  const answers = (id: string) =>
    server.of('command_state').flatMap((one) => (one.id === id ? [one.state] : []))
  const resets = () =>
    server.items().filter(({ item }) => item.type === 'log' && item.text.includes('已重置'))
  for (let round = 1; round <= 3; round++) {
    const id = `c${round}`
    const agent = start()
    await server.until(() => server.of('hello').length === round * 2 - 1)
    await server.until(() => worker() === WorkerStatus.living)
    server.heard = (frame) => {
      if (frame.type === 'command_state' && frame.state === 'done') agent.child.kill('SIGKILL')
    }
    reset(id)
    await agent.exited
    server.heard = () => {}
    const again = start()
    await server.until(() => server.of('hello').length === round * 2)
    await until(again, '已连接服务器')
    reset(id)
    await server.until(() => answers(id).length === 3)
    expect(answers(id)).toEqual(['received', 'done', 'done'])
    await server.until(() => resets().length >= round)
    again.child.kill('SIGTERM')
    await again.exited
    expect(new Set(resets().map(({ seq }) => seq)).size).toBe(round)
  }
}, 120_000)
