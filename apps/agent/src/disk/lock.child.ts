import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { lockFolder } from './lock.ts'

/* Locks a folder at the instant that it is told, and says whether it has it. Started, and killed, by a test. */

const [, , folder = ''] = process.argv
writeSync(1, 'ready')
const [at] = await once(process.stdin, 'data')
// A timer would not be exact enough for several processes to meet.
while (Date.now() < Number(at));
const outcome = await lockFolder(folder).then(
  () => 'locked',
  () => 'refused',
)
writeSync(1, outcome)
setInterval(() => {}, 1_000)
