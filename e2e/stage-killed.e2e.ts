import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { until } from '@kaibo/testkit/browser.ts'
import { createWorld, type Room, type World } from './world.ts'

let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  const agent = ['--source', 'simulator', '--speed', '3']
  room = await world.room({ name: '被杀的间', agent })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

const LONG_MS = 90_000

const lines = async () => {
  const asked = { room_code: room.code, kind: 'speech', page_size: 100 } as const
  return (await world.admin.call(roomApi.consoleLogs, asked)).list
}
/** Viewers hear a line that was begun after this instant. */
const heard = (what: string, since = Date.now()) =>
  until(
    what,
    async () =>
      (await lines()).some(
        ({ tag, at, played }) => tag === 'spoken' && at > since && played?.heard,
      ),
    LONG_MS,
  )
const link = async () => {
  const { stage } = await world.admin.call(stageApi.view, { room_code: room.code })
  return stage?.url ?? ''
}

/** The programs that speak, of this server or its PC. */
function speakersOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isSpeakerOf(pid, parent))
}

function isSpeakerOf(pid: number, parent: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return line.includes('speaker/dist/main.js') && status.includes(`PPid:\t${parent}\n`)
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux')(
  '语音程序、画面、服务器、客户端依次被杀：主播说下去，时间轴每句话只有一个结局',
  async () => {
    await until('the PC has said where its stage is', async () => (await link()) !== '', LONG_MS)
    const stage = await world.page({ width: 540, height: 960 })
    const show = async () => {
      await stage.goto(await link())
      await stage.getByRole('button', { name: '点击开始播放' }).click()
    }
    await show()
    await heard('the anchor is heard')

    const speakers = [world.server.pid(), room.agent.pid()].flatMap(speakersOf)
    expect(speakers.length).toBeGreaterThan(0)
    for (const pid of speakers) process.kill(pid, 'SIGKILL')
    await heard('it is heard again by new programs')

    await stage.reload()
    await stage.getByRole('button', { name: '点击开始播放' }).click()
    await heard('it is heard on the page that was loaded anew')

    const left = Date.now()
    await world.server.kill()
    await world.server.restart()
    const back = Date.now()
    await until(
      'what was said meanwhile is told',
      async () =>
        (await lines()).some(({ tag, at }) => tag === 'speaking' && at > left && at < back),
      LONG_MS,
    )

    const before = new Set((await lines()).map(({ speech_id }) => speech_id))
    await room.agent.kill()
    room.agent.restart()
    await until(
      'a new line is heard by the same page',
      async () =>
        (await lines()).some(({ speech_id, played }) => !before.has(speech_id) && played?.heard),
      LONG_MS,
    )
    await world.admin.call(roomApi.stop, { room_code: room.code, mode: 'sentence' })
    await until(
      'the run is over',
      async () =>
        (await world.admin.call(roomApi.info, { room_code: room.code })).state === 'ended',
      LONG_MS,
    )

    // What the PC spooled may come after its last report
    await expect.poll(() => wrongEnds(), { timeout: LONG_MS }).toEqual([])
  },
  4 * LONG_MS,
)

/** Of each sentence how it ended, where that is not once. */
async function wrongEnds() {
  const ends = new Map<string, string[]>()
  const all = await allLines()
  expect(all.length).toBeGreaterThan(20)
  for (const { speech_id, tag, at } of all) {
    if (speech_id === null || tag === 'speaking') continue
    const known = ends.get(speech_id) ?? []
    ends.set(speech_id, tag === 'queued' ? known : [...known, `${tag} ${at}`])
  }
  return [...ends].filter(([, tags]) => tags.length !== 1)
}

/** The whole timeline, page by page. */
async function allLines() {
  const found: Awaited<ReturnType<typeof lines>> = []
  for (;;) {
    const asked = { room_code: room.code, kind: 'speech', page_size: 100 } as const
    const last = found.at(-1)
    const older = last ? { before: last.id } : {}
    const { list, has_more } = await world.admin.call(roomApi.consoleLogs, { ...asked, ...older })
    found.push(...list)
    if (!has_more) return found
  }
}
