// Eight hours on air by a clock that is moved: what a PC does of a room, and what the server stores of it, with a page that answers at once. Heap after GC.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Host } from '@kaibo/agent/stage/language.ts'
import { Teller } from '@kaibo/agent/rooms/teller.ts'
import { RoomStage } from '@kaibo/agent/stage/room-stage.ts'
import { Anchor } from '@kaibo/agent/talk/anchor.ts'
import { ManualTime } from '@kaibo/agent/time/manual-time.ts'
import { ServerClock } from '@kaibo/agent/time/server-clock.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { goOnAir } from '@kaibo/testkit/build/room.build.ts'

const HOURS = Number(process.argv[2] ?? 8)
const EVERY_MS = 4_000
const LINE_MS = 2_000
const BATCH = 50

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const server = await bootServer()
const operator = await server.login('operator')
const { room, pc } = await goOnAir(server, await server.listen(), operator)
const { room_code } = room
const run = await server.db.query
  .selectFrom('room')
  .select('run_id')
  .where('id', '=', room.id)
  .executeTakeFirstOrThrow()
const run_id = run.run_id

const folder = await mkdtemp(join(tmpdir(), 'kaibo-bench-hours-'))
const time = new ManualTime(server.clock.now())
const log = { debug() {}, info() {}, warn() {}, error() {} }
let spooled: SpoolItem[] = []
let seq = 0
const teller = new Teller(
  {
    log,
    clock: new ServerClock(time),
    spool: (item) => void spooled.push(item),
    folder,
    time,
  },
  () => ({ room_code, run_id }),
)

const stage = new RoomStage(
  { room_name: '八小时', run_id, isOpen: true, isMuted: false },
  {
    time,
    log,
    voice: {
      available: true,
      volumeOf: () => 1,
      direct: () => {},
      prepare: async () => {},
      speak: (text) => [
        {
          text,
          clip: Promise.resolve({
            text,
            sound: '/nowhere.wav',
            ms: LINE_MS,
            marks: null,
            via: 'server',
          }),
        },
      ],
    },
    changed: () => {},
    pictured: () => {},
  },
)
const anchor = new Anchor(time, teller.speech, stage)
/** A page that begins at once and ends when it should. */
const page: { host?: Host } = {}
const peer = {
  waiting: 0,
  heardAt: 0,
  ping: () => void (peer.heardAt = time.elapsed()),
  close: () => {},
  send(frame: ToStage) {
    if (frame.type !== 'say') return
    const { speech_id } = frame
    time.after(50, () => page.host?.frame({ type: 'began', speech_id }))
    time.after(50 + LINE_MS, () =>
      page.host?.frame({ type: 'ended', speech_id, ms: LINE_MS, rms: 0.1 }),
    )
  },
}
const hello = {
  token: '',
  page_id: 'bench',
  obs: '31.0.0',
  gl: '',
  more: true,
  audio: 'ok',
  active: true,
} as const
const host = stage.admit(peer, { type: 'hello', ...hello })
if (typeof host === 'string') throw new Error(host)
page.host = host

async function store(): Promise<void> {
  const items = spooled
  spooled = []
  if (items.length === 0) return
  await server.app.ingest.storeSpool(pc.id, 'bench-spool', seq + 1, items)
  seq += items.length
}

async function heap(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed / 1e6
}

const heaps: number[] = []
let said = 0
for (let hour = 0; hour <= HOURS; hour++) {
  for (let at = 0; at < 3_600_000; at += EVERY_MS) {
    const cause = { event_id: `e${said}`, node: 'n', cause: '测速' }
    anchor.say({ text: `谢谢第${said++}位`, priority: 50, ttl_ms: 30_000, ...cause })
    await time.advance(EVERY_MS)
    server.clock.advance(EVERY_MS)
    if (spooled.length >= BATCH) await store()
  }
  await store()
  heaps.push(await heap())
}
const spoken = await server.db.query
  .selectFrom('room_moment')
  .select((is) => is.fn.countAll<number>().as('count'))
  .where('kind', '=', 'speech')
  .where('tag', '=', 'spoken')
  .executeTakeFirstOrThrow()
// The first hour warms up
const [first = NaN, ...rest] = heaps.slice(0)
console.log(
  `${said} sentences in ${HOURS + 1} hours of agent and server; spoken on the timeline: ${spoken.count}`,
)
console.log(`heap after each hour, MB: ${heaps.map((one) => one.toFixed(1)).join(' ')}`)
const worst = Math.max(...rest.map((one) => Math.abs(one / first - 1)))
console.log(`furthest from the first hour: ${(worst * 100).toFixed(1)} % (at most 5)`)

stage.close()
await server.close()
await rm(folder, { recursive: true })
process.exit(0)
