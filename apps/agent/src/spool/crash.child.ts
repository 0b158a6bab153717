import { writeSync } from 'node:fs'
import { giftItem, openSpool } from './spool.fixture.ts'

/* Appends without end and prints each number that is durable. Started, and killed, by a test. */

const [, , folder = ''] = process.argv
const spool = await openSpool(folder)
spool.onDurable = () => writeSync(1, `${spool.lastSeq}\n`)
for (let i = 0; ; i++) {
  spool.append(giftItem(`gift-${spool.lastSeq}-${i}`))
  if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
}
