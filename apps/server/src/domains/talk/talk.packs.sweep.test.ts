import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

const DAY_MS = 86_400_000

test('a pack goes when no room has run by it for longer than tapes are kept', async () => {
  const { db, clock, platform } = server
  const packs = [
    { hash: 'old', age: 16 },
    { hash: 'young', age: 14 },
    { hash: 'in use', age: 400 },
  ].map(({ hash, age }) => ({
    hash,
    kind: 'bundle' as const,
    body: '{}',
    at: clock.now() - age * DAY_MS,
  }))
  await db.query.insertInto('pack').values(packs).execute()
  await buildRoom(platform, { bundle_hash: 'in use' })
  await server.app.jobs.look()
  const left = await db.query.selectFrom('pack').select('hash').orderBy('hash').execute()
  expect(left.map(({ hash }) => hash)).toEqual(['in use', 'young'])
})
