import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { openSpool, heardLog } from '#spool/spool.fixture.ts'
import type { SourceSink } from '#sources/source.ts'
import { ServerClock } from '#time/server-clock.ts'
import { systemTime } from '#time/time.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf } from './event.fixture.ts'
import { Packs } from './packs.ts'
import { Room } from './room.ts'

/* A room that meets events without end, and prints the number of each that its rules have seen. Started, and killed, by a test. */

const [, , folder = '', round = ''] = process.argv
const spool = await openSpool(join(folder, 'spool'))
let sink: SourceSink | undefined
const room = new Room(desiredRoom(), {
  folder,
  time: systemTime,
  clock: new ServerClock(systemTime),
  log: heardLog().log,
  spool: (item) => spool.append(item),
  flush: () => spool.flush(),
  packs: new Packs({ folder, time: systemTime, log: heardLog().log, send: () => false }),
  sourceFor: () => ({
    start: (given) => void (sink = given),
    stop: async () => {},
    status: () => ({ kind: 'hand', connected: true, detail: '' }),
  }),
  isLinked: () => true,
  changed: () => {},
})
await room.start()
for (let i = 1; ; i++) {
  sink?.event(eventOf({ event_id: `${round}-${i}`, kind: 'enter', at: Date.now() }))
  writeSync(1, `${i}\n`)
  if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
}
