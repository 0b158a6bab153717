// What opening a recording of four hours costs, beside one of a tenth: no piece is read for it. In CPU time, which other work on the machine
// disturbs less.
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { goOnAir } from '@kaibo/testkit/build/room.build.ts'
import { element, headOf, uint } from '@kaibo/server/domains/room/room.recording.ebml.ts'

const PIECES = 14_400
const PIECE_MS = 1_000
/** Small, so that the disk holds them; what is read for an opening does not depend on it. */
const PICTURE = Buffer.alloc(16_384)
const OPENINGS = 5

const BEGINNING = Buffer.concat([
  element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))),
  Buffer.from('18538067ff', 'hex'),
  element(0x1654ae6b, element(0xae, uint(0xd7, 1), uint(0x83, 1))),
])

const server = await bootServer({ clock: 'system' })
const url = await server.listen()
const operator = await server.login('operator')
const { room, pc, run_id } = await goOnAir(server, url, operator)

const whole = await recorded('recording-whole', PIECES)
const tenth = await recorded('recording-tenth', PIECES / 10)
const [ofTenth, ofWhole] = [await opening('recording-tenth'), await opening('recording-whole')]
console.log(`a piece is taken in ${whole.toFixed(1)} ms (of a tenth: ${tenth.toFixed(1)} ms)`)
console.log(
  `opening, CPU, median of ${OPENINGS}: 4 h ${ofWhole.toFixed(0)} ms, a tenth ${ofTenth.toFixed(0)} ms`,
)
await server.close()

/** A second of film: a cluster with one picture that can be sought. */
function piece(seq: number): Buffer {
  const block = Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), PICTURE])
  const cluster = Buffer.concat([uint(0xe7, (seq - 1) * PIECE_MS), element(0xa3, block)])
  const bytes = Buffer.concat([headOf(0x1f43b675, cluster.length), cluster])
  return seq === 1 ? Buffer.concat([BEGINNING, bytes]) : bytes
}

/** Answers the milliseconds of a piece. */
async function recorded(recording_id: string, pieces: number): Promise<number> {
  const began = performance.now()
  for (let seq = 1; seq <= pieces; seq++) {
    const of = { pc_id: pc.id, room_code: room.room_code, recording_id, run_id, started_at: 0 }
    await server.app.recordings.put({ ...of, seq, ms: seq * PIECE_MS, body: piece(seq) })
  }
  return (performance.now() - began) / pieces
}

async function opening(recording_id: string): Promise<number> {
  const { room_code } = room
  const { data } = await server.call(roomApi.recordings, { room_code, page_size: 50 }, operator)
  const path = data.list.find((one) => one.recording_id === recording_id)?.url ?? ''
  const times: number[] = []
  for (let i = 0; i < OPENINGS; i++) {
    const began = process.cpuUsage()
    const answer = await fetch(`${url}${path}`, { headers: { range: 'bytes=0-99' } })
    await answer.arrayBuffer()
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1_000)
    if (i === 0)
      console.log(`first opening of ${recording_id}: ${times[0]?.toFixed(0)} ms (${answer.status})`)
  }
  return times.sort((a, b) => a - b)[Math.floor(OPENINGS / 2)] ?? 0
}
