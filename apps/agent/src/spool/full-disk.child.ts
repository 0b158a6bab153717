import { danmuItem, heardLog, openSpool } from './spool.fixture.ts'

/* Appends more than the disk takes, and tells how far it came. Started by a test. */

const [, , folder = ''] = process.argv
const { log, lines } = heardLog()
const spool = await openSpool(folder, undefined, log)
for (let i = 0; i < 20; i++) {
  for (let j = 0; j < 100; j++) spool.append(danmuItem(`e-${i}-${j}`))
  await spool.flush()
}
const { lastSeq: durable, items } = spool
process.stdout.write(JSON.stringify({ durable, items, log: lines.join('') }))
process.exit(0)
