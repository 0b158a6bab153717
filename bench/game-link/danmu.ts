// A room hears ten thousand danmu a second, its game wants each: what the PC client holds after the first seconds and at the end.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SourceSink } from '@kaibo/agent/sources/source.ts'
import { linkedRoom, opened, room_code } from './linked-room.ts'

const A_SECOND = 10_000
const EVERY_MS = 10

export interface Danmu {
  sent: number
  seconds: number
  /** What the game was told of. */
  told: number
  heapBefore: number
  heapAfter: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes, with nothing in it that is not held. */
function heap(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 1_048_576
}

export async function danmu(warmSeconds: number, seconds: number): Promise<Danmu> {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-danmu-'))
  let sink: SourceSink | undefined
  const link = await linkedRoom(folder, {
    start(given) {
      sink = given
      given.changed()
    },
    stop: async () => {},
    status: () => ({ kind: 'none', connected: true, detail: '' }),
  })
  const game = await opened(link.url)
  const hello = { type: 'hello', role: 'game', token: link.token, name: 'b', version: '1' }
  game.send(JSON.stringify({ ...hello, boot_id: 'bench', want: ['danmu'] }))
  await once(game, 'message')
  let told = 0
  game.on('message', () => told++)

  const count = { sent: 0 }
  const say = () => {
    const n = count.sent++
    sink?.event({
      source: 'simulator',
      event_id: `d${n}`,
      room_code,
      kind: 'danmu',
      at: Date.now(),
      user: { open_id: `u${n % 50_000}`, nickname: `观众${n % 50_000}` },
      text: n % 20 === 0 ? '6' : `主播好${n % 1_000}`,
      is_test: false,
      is_ai: false,
    })
  }
  const flow = async (length: number) => {
    const began = performance.now()
    const first = count.sent
    let acked = began
    while (performance.now() - began < length * 1_000) {
      const due = first + ((performance.now() - began) / 1_000) * A_SECOND
      while (count.sent < due) say()
      if (performance.now() - acked > 500) {
        link.empty()
        acked = performance.now()
      }
      await sleep(EVERY_MS)
    }
    link.empty()
    await sleep(1_000)
  }
  await flow(warmSeconds)
  const heapBefore = heap()
  const first = count.sent
  told = 0
  await flow(seconds)
  const figures = { sent: count.sent - first, seconds, told, heapBefore, heapAfter: heap() }
  game.close()
  await link.close()
  rmSync(folder, { recursive: true, force: true })
  return figures
}
