import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtinAssets } from '@kaibo/stage/assets.ts'
import { builtinSounds } from '@kaibo/stage/sounds.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

test('each asset that comes with the program has its row, and no row is without its parts', async () => {
  const rows = await server.db.query
    .selectFrom('asset')
    .select('asset_id')
    .where('builtin', '=', 1)
    .execute()
  expect(rows.map(({ asset_id }) => asset_id).sort()).toEqual(
    Object.keys({ ...builtinAssets, ...builtinSounds }).sort(),
  )
})
