import { createIngest } from '@kaibo/server/domains/ingest/ingest.service.ts'
import { bootServer } from './boot.ts'
import { danmuEvent, giftEvent } from './build/event.build.ts'

/**
 * A process to be killed: `sender.process.ts FILE PC RUN ROOM` stores batches on `FILE` for ever, as a PC does that begins
 * where the server's acknowledgement ended, and writes a line with the sequence after each acknowledgement.
 */
const BATCH = 200
const [file = '', pc_id = '', run_id = '', room_code = ''] = process.argv.slice(2)

const server = await bootServer({ file, clock: 'system' })
const ingest = createIngest(server.platform, { forward: async () => {} })

/** The n-th event is the same whoever makes it: four gifts of 1 yuan, then a danmu. */
function nth(n: number) {
  const facts = { event_id: `n${n}`, at: server.clock.now() }
  const user = { open_id: `viewer-${n % 50}`, nickname: '观众' }
  const event =
    n % 5 === 0
      ? danmuEvent(room_code, { ...facts, user })
      : giftEvent(room_code, { ...facts, user, gift: { fen: 100 } })
  return { type: 'event', run_id, event }
}
const batchFrom = (first: number) => Array.from({ length: BATCH }, (_, i) => nth(first + i))

let acked = await ingest.spoolAcked(pc_id, 'main')
// All of the last batch once more, from a spool that knows of nothing.
await ingest.storeSpool(pc_id, `again-${acked}`, 1, batchFrom(Math.max(1, acked - BATCH + 1)))
for (;;) {
  const { up_to } = await ingest.storeSpool(pc_id, 'main', acked + 1, batchFrom(acked + 1))
  acked = up_to
  process.stdout.write(`${acked}\n`)
}
