// Dies between the commit of a write and its audit row: `audit.crash.fixture.ts FILE WHEN`.
import { bootServer } from '@kaibo/testkit/boot.ts'
import { entry } from './audit.fixture.ts'
import { createAuditWriter } from './audit.writer.ts'

const [file = '', when] = process.argv.slice(2)

/** The signal comes when it comes. */
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => setInterval(() => {}, 1_000))
}

const server = await bootServer({ file })
const { platform } = server
await createAuditWriter(platform).record(entry('1'), async () => {})

// Its own transactions are those in which rows are appended.
const db = when === 'settling' ? { ...platform.db, transaction: die } : platform.db
const writer = createAuditWriter({ ...platform, db })
const second = entry('2', when === 'stepwise' ? { action: 'room.start', stepwise: true } : {})
await writer.record(second, async () => {
  await server.db.transaction(async (trx) => {
    await trx.insertInto('setting').values({ key: 'written', value: 'yes' }).execute()
  })
  second.after = { name: 'told when all was done' }
  if (when !== 'settling') await die()
})
