// What ports cost: N of them against a server that takes 200 ms a sentence, beside N times what one does (aim: 0.9). And how many
// ports the embedded voice needs for 100 rooms that speak every six seconds, and where it can take no more.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { voiceServer } from '@kaibo/testkit/voice-server.ts'

const WAIT_MS = 200
const SENTENCES_A_PORT = 25
const ROOMS = 100
const EVERY_MS = 6_000
const ROUNDS = 4
const LATE_MS = 2_500
const TEXT = '谢谢山茶同学的十个棒棒糖，红队加十点力气'

const never = new AbortController().signal
const round = (value: number) => Math.round(value * 100) / 100

const there = await voiceServer({ does: 'speaks', afterMs: WAIT_MS })
// As `npm run build` leaves it.
const speakerFile = fileURLToPath(new URL('../apps/speaker/dist/main.js', import.meta.url))
const server = await bootServer({
  clock: 'system',
  config: { localServices: [there.port], speakerFile },
})
const admin = await server.login('admin')

const say = (voice_id: string, room_id?: string) =>
  server.app.voice.ports.speak(
    { voice_id, text: TEXT, ...(room_id !== undefined && { room_id }) },
    never,
  )

const together = (all: readonly (() => Promise<unknown>)[]) => Promise.all(all.map((one) => one()))

const rates: Record<number, number> = {}
for (const ports of [1, 4, 16]) rates[ports] = await rateOf(server, admin, ports)
const alone = rates[1] ?? 0
for (const ports of [1, 4, 16])
  console.log(
    `${ports} ports: ${round(rates[ports] ?? 0)} sentences a second, ${round((rates[ports] ?? 0) / (ports * alone))} of ${ports} × one`,
  )

for (const ports of [1, 2, 4]) {
  const { server_id: id, version } = await embedded()
  const draft = { id, version, name: '内置语音', provider: 'embedded' as const, ports }
  await server.call(voiceApi.saveServer, draft, admin)
  // Each port starts its program when it first speaks.
  await together(Array.from({ length: ports }, () => () => say('builtin:embedded')))
  const most = await mostOf(ports)
  const times = await roomsFor(ROUNDS)
  const late = times.filter((ms) => ms === undefined || ms > LATE_MS).length
  const known = times.filter((ms) => ms !== undefined).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(known[Math.floor(known.length * share)] ?? 0)
  console.log(
    `embedded, ${ports} ports: at most ${round(most)} sentences a second; ${ROOMS} rooms every ${EVERY_MS / 1_000} s ` +
      `(${round(ROOMS / (EVERY_MS / 1_000))} a second): p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${late} of ${times.length} later than ${LATE_MS} ms or refused`,
  )
}
await server.close()
await there.close()

async function rateOf(at: TestServer, as: Login, ports: number): Promise<number> {
  const draft = {
    name: `${ports} 个端口`,
    provider: 'openai' as const,
    base_url: there.base_url,
    model: 'tts-1',
    ports,
  }
  const { data: row } = await at.call(voiceApi.saveServer, draft, as)
  const { data: voice } = await at.call(
    voiceApi.add,
    { name: `${ports}`, server_ids: [row.server_id], engine_voice: 'nova' },
    as,
  )
  const speak = () => say(voice.voice_id)
  await speak()
  let left = ports * SENTENCES_A_PORT
  const began = performance.now()
  // Twice as many that want to speak as can: no port waits for the next sentence.
  await Promise.all(
    Array.from({ length: ports * 2 }, async () => {
      while (left-- > 0) await speak()
    }),
  )
  return (ports * SENTENCES_A_PORT * 1_000) / (performance.now() - began)
}

async function embedded() {
  const { data } = await server.call(voiceApi.servers, { server_id: 'builtin:embedded' }, admin)
  const [row] = data.list
  if (!row) throw new Error('no embedded server')
  return row
}

/** Sentences a second where there is always another. */
async function mostOf(ports: number): Promise<number> {
  let left = ports * 40
  const began = performance.now()
  await Promise.all(
    Array.from({ length: ports * 2 }, async () => {
      while (left-- > 0) await say('builtin:embedded')
    }),
  )
  return (ports * 40 * 1_000) / (performance.now() - began)
}

/** How long each sentence of the rooms took; undefined where it was refused. */
async function roomsFor(rounds: number): Promise<(number | undefined)[]> {
  const rooms = await Promise.all(Array.from({ length: ROOMS }, () => buildRoom(server.platform)))
  const times: Promise<number | undefined>[] = []
  for (let time = 0; time < rounds; time++)
    for (const { id } of rooms) {
      const began = performance.now()
      times.push(
        say('builtin:embedded', id).then(
          () => performance.now() - began,
          () => undefined,
        ),
      )
      await sleep(EVERY_MS / ROOMS)
    }
  return Promise.all(times)
}
