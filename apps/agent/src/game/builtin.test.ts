import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { tugWarPart } from '@kaibo/contract/game/tug-war.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { ServerFixture } from '#link/server.fixture.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { giftOf } from '#rooms/event.fixture.ts'
import { freshFolder } from '#spool/spool.fixture.ts'
import { answering, bundleWith, packOf, ROOM, sayThat } from './link.fixture.ts'

const program = programOf(new URL('../main.ts', import.meta.url))
const within = { timeout: 20_000, interval: 50 }

let server: ServerFixture
let agent: ChildProcess
let output = ''

beforeEach(async () => {
  server = await ServerFixture.start()
  const set = answering('game.near_win', sayThat('{{ev.camp_name}}快赢了'))
  const { body, hash } = packOf(bundleWith([set], { game: tugWarPart('g1') }))
  server.heard = (frame) => {
    if (frame.type === 'need') server.send({ type: 'part', hash, index: 0, of: 1, body })
  }
  server.rooms = [desiredRoom({}, { bundle: { hash }, rules: [] })]
  const data = await freshFolder()
  const args = ['--server', server.url.href, '--key', 'ABCD-EFGH', '--data', data]
  output = ''
  agent = spawn(process.execPath, [
    program.file,
    ...args,
    '--source',
    'simulator',
    '--speed',
    '0.01',
    '--game-port',
    'auto',
  ])
  agent.stdout?.on('data', (chunk) => (output += String(chunk)))
})
afterEach(async () => {
  if (agent.exitCode === null && agent.signalCode === null) {
    agent.kill('SIGKILL')
    await once(agent, 'exit')
  }
  await server.kill()
})

const game = () =>
  server.frames
    .flatMap((frame) => ('rooms' in frame ? frame.rooms : []))
    .map((room) => ReportedRoom.parse(room).game)
    .at(-1)
const state = () => game()?.state
const items = () => server.items().map(({ item }) => item)
const rounds = () => items().flatMap((item) => (item.type === 'round' ? [item.end_status] : []))
const cmds = () => items().flatMap((item) => (item.type === 'cmd' ? [item] : []))
const notes = () => items().flatMap((item) => (item.type === 'log' ? [item.text] : []))
const said = () => items().flatMap((item) => (item.type === 'speech' ? [item.text] : []))

/** The process that the agent plays the game in. */
function host(): number {
  const of = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(agent.pid)]).toString()
  const line = of.split('\n').find((one) => one.includes('--builtin-game'))
  return Number(line?.trim().split(' ')[0])
}

function give(name: string, id: string): void {
  const { gift, ...event } = giftOf(100, { event_id: id, at: Date.now() })
  const given = gift && { ...gift, name }
  server.send({ type: 'events', room_code: ROOM, events: [{ ...event, gift: given }] })
}

test.skipIf(process.platform === 'win32')(
  '拔河 plays by itself; killed, it breaks its round and begins again, and the third time is an alarm',
  async () => {
    await expect.poll(state, within).toBe('connected')
    for (let i = 0; i < 8; i++) give('小心心', `g${i}`)
    await expect.poll(said, within).toContain('红队快赢了')
    await expect.poll(() => cmds().filter((one) => one.state === 'done').length, within).toBe(8)
    expect(rounds()).toEqual([null])
    await expect
      .poll(game, within)
      .toMatchObject({ name: '拔河', round_seq: 1, status: 'playing', fault: null })
    const page = await fetch(game()?.url ?? '')
    expect(await page.text()).toContain('<canvas id="stage"')

    let before = host()
    process.kill(before, 'SIGKILL')
    await expect.poll(rounds, within).toEqual([null, 2])
    expect(notes()).toContain('游戏断开')
    await expect.poll(state, within).toBe('connected')
    give('小心心', 'again')
    await expect.poll(() => game()?.round_seq, within).toBe(2)
    for (let i = 0; i < 2; i++) {
      await expect.poll(host, within).toBeGreaterThan(0)
      before = host()
      process.kill(before, 'SIGKILL')
      await expect.poll(host, within).not.toBe(before)
      await expect.poll(host, within).toBeGreaterThan(0)
    }
    await expect.poll(notes, within).toContain('游戏5分钟内崩溃3次')
  },
  60_000,
)

test.skipIf(process.platform === 'win32')(
  'a game ends with the agent, even where that is killed',
  async () => {
    await expect.poll(state, within).toBe('connected')
    const pid = host()
    agent.kill('SIGKILL')
    // One that has ended may be left to whoever adopts it: Z
    const ps = () => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString()
    const isAlive = () => /^[^Z\s]/.test(ps())
    await expect.poll(isAlive, within).toBe(false)
    expect(output).toContain('游戏连接已开通')
  },
)
