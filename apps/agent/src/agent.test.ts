import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReportedRoom, type DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { WATCHED } from '@kaibo/contract/agent/queue.schema.ts'
import { defaultRuleSet } from '@kaibo/rules/default-rules.ts'
import { writeJson } from '#disk/json-file.ts'
import { publicKeyOf } from '#identity/identity.ts'
import { ServerFixture } from '#link/server.fixture.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { systemTime, type Time } from '#time/time.ts'
import { startAgent } from './agent.ts'
import { readOptions } from './options.ts'

const NOTHING_BESIDE = {
  program: { main: '', execArgv: [] },
  pages: { sdk: '', builtin: {} },
  stageFiles: { files: {}, scene: { layers: [] }, assets: {} },
  speaker: '/nowhere',
}

/** Timers whose failures a test can read: in a process they would end it. */
function watchedTime(): { time: Time; failures: unknown[] } {
  const failures: unknown[] = []
  const watched = (run: () => void) => () => {
    try {
      run()
    } catch (error) {
      failures.push(error)
    }
  }
  const after: Time['after'] = (ms, run) => systemTime.after(ms, watched(run))
  return { time: { ...systemTime, after }, failures }
}

const HASH = 'a'.repeat(43)

/** A pipe in the place of a file: who reads it waits longer than reports do. */
async function slow(path: string): Promise<void> {
  execFileSync('mkfifo', [path])
  const pipe = await open(path, 'w')
  await new Promise((resolve) => setTimeout(resolve, 150))
  await pipe.writeFile('[]')
  await pipe.close()
}

test.skipIf(process.platform === 'win32').each(['commands.json', `packs/${HASH}.json`])(
  'a slow disk does not end an agent that resumes its rooms: it waits for %s',
  async (file) => {
    const folder = join(await freshFolder(), 'pc')
    await mkdir(join(folder, 'rooms'), { recursive: true })
    const room = desiredRoom(
      { stage: { token: 'a-token-of-this-room' } },
      { bundle: { hash: HASH } },
    )
    await mkdir(join(folder, 'packs'))
    await writeJson(join(folder, 'rooms', 'desired.json'), [room])
    void slow(join(folder, file))
    const { time, failures } = watchedTime()
    const stop = await startAgent({
      options: readOptions(
        ['--server', 'http://127.0.0.1:9', '--key', 'k', '--game-port', '0'],
        {},
      ),
      identity: { pc_id: 'pc-1', name: 'n', key: generateKeyPairSync('ed25519').privateKey },
      folder,
      time,
      log: heardLog().log,
      ...NOTHING_BESIDE,
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await stop()
    expect(failures).toEqual([])
  },
)

async function started(server: ServerFixture, rooms: DesiredRoom[]): Promise<() => Promise<void>> {
  server.rooms = rooms
  const folder = join(await freshFolder(), 'pc')
  await mkdir(join(folder, 'rooms'), { recursive: true })
  await writeJson(join(folder, 'rooms', 'desired.json'), rooms)
  const { privateKey } = generateKeyPairSync('ed25519')
  server.keys.set('pc-1', publicKeyOf(privateKey))
  return startAgent({
    options: readOptions(['--server', server.url.href, '--key', 'k', '--game-port', '0'], {}),
    identity: { pc_id: 'pc-1', name: 'n', key: privateKey },
    folder,
    time: systemTime,
    log: heardLog().log,
    ...NOTHING_BESIDE,
  })
}

test('a heartbeat names what a room runs with by its hash, however long its rules are', async () => {
  const server = await ServerFixture.start()
  const rules = Array.from({ length: 50 }, (_, i) => ({ ...defaultRuleSet(), id: `set-${i}` }))
  const stop = await started(server, [desiredRoom({ config_hash: 'h7' }, { rules })])
  await server.until(() => server.of('heartbeat').length > 0)
  const [heartbeat] = server.of('heartbeat')
  expect(heartbeat?.rooms).toMatchObject([{ config_hash: 'h7' }])
  expect(JSON.stringify(heartbeat).length).toBeLessThan(1_000)
  await stop()
  await server.kill()
})

test('more rooms than a frame takes are reported in several', async () => {
  const server = await ServerFixture.start()
  const codes = Array.from({ length: 250 }, (_, i) => `ROOM${i}`)
  const idle = codes.map((room_code) => desiredRoom({ room_code, run: false, run_id: null }))
  const stop = await started(server, idle)
  const codesIn = (type: 'hello' | 'report' | 'heartbeat') =>
    server.of(type).flatMap(({ rooms }) => rooms.map((room) => ReportedRoom.parse(room).room_code))
  await server.until(() => server.of('heartbeat').length > 0)
  expect(codesIn('hello')).toEqual(codes.slice(0, 100))
  expect(codesIn('heartbeat')).toEqual(codes.slice(0, 100))
  expect(new Set(codesIn('report'))).toEqual(new Set(codes.slice(100)))
  await stop()
  await server.kill()
})

test('each order is said to be obeyed once it is kept, and heartbeats say it again; to a server that gives no number nothing is said', async () => {
  const server = await ServerFixture.start()
  const stop = await started(server, [desiredRoom({ run: false, run_id: null })])
  await server.until(() => server.of('heartbeat').length > 0)
  expect(server.of('heartbeat')[0]?.obeyed).toBeUndefined()
  const paused = desiredRoom({ run: false, run_id: null, muted: true })
  server.send({ type: 'desired', rooms: [paused], seq: 7 })
  await server.until(() => server.of('report').some(({ obeyed }) => obeyed === 7))
  await server.until(() => server.of('heartbeat').some(({ obeyed }) => obeyed === 7))
  // Where the newer was read first, the older does not take it back.
  server.send({ type: 'desired', rooms: [paused], seq: 6 })
  const { length } = server.of('heartbeat')
  await server.until(() => server.of('heartbeat').length > length + 1)
  expect(server.of('heartbeat').at(-1)?.obeyed).toBe(7)
  await stop()
  await server.kill()
})

test('it says that it can tell what waits in a room, and does so once that is watched', async () => {
  const server = await ServerFixture.start()
  const stop = await started(server, [desiredRoom()])
  await server.until(() => server.of('heartbeat').length > 0)
  expect(server.of('hello')[0]?.capabilities).toContain(WATCHED)
  expect(server.of('waiting')).toEqual([])
  server.send({ type: 'watch', room_code: 'ABCD2345' })
  await server.until(() => server.of('waiting').length > 0)
  expect(server.of('waiting')).toEqual([{ type: 'waiting', room_code: 'ABCD2345', list: [] }])
  await stop()
  await server.kill()
})
