// Dies between the commit of a write and its audit row: `audit.crash.fixture.ts FILE`.
import { bootServer } from '@kaibo/testkit/boot.ts'
import { entry } from './audit.fixture.ts'
import { createAuditWriter } from './audit.writer.ts'

const server = await bootServer({ file: process.argv[2] ?? '' })
const writer = createAuditWriter(server.platform)
await writer.record(entry('1'), async () => {})
await writer.record(entry('2'), async () => {
  await server.db.transaction(async (trx) => {
    await trx.insertInto('setting').values({ key: 'written', value: 'yes' }).execute()
  })
  process.kill(process.pid, 'SIGKILL')
  // The signal comes when it comes.
  await new Promise(() => setInterval(() => {}, 1_000))
})
