import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetClaim } from '@kaibo/contract/agent/asset-file.schema.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAsset } from '@kaibo/testkit/build/asset.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { goOnAir } from '@kaibo/testkit/build/room.build.ts'
import { pcGet } from '@kaibo/testkit/pc-get.ts'
import { openBlobs } from '#platform/blob/open.ts'

const BYTES = Buffer.from('0123456789')

let server: TestServer
let url: string
let pc: Awaited<ReturnType<typeof goOnAir>>['pc']
const kept = async (given: Parameters<typeof buildAsset>[1]) => {
  const asset = await buildAsset(server.platform, { bytes: BYTES, ...given })
  await openBlobs({ dataDir: server.dataDir }, server.platform).write(`kept/${asset.upload_id}`, [
    BYTES,
  ])
  return asset
}

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  pc = (await goOnAir(server, url, await server.login('operator'))).pc
})
afterAll(() => server.close())

const get = (file: Parameters<typeof pcGet>[1], how?: Parameters<typeof pcGet>[2]) =>
  pcGet({ url, pc, ts: server.clock.now() }, file, how)

test('a PC has the files of its organisation’s assets and of those for all, in parts too', async () => {
  const own = await kept({})
  const all = await kept({ org_id: null })
  expect(await get(own)).toMatchObject({ status: 200, body: '0123456789' })
  expect(await get(all)).toMatchObject({ status: 200, body: '0123456789' })
  const part = await get(own, { range: 'bytes=4-' })
  expect(part).toMatchObject({ status: 206, body: '456789' })
  expect(part.headers.get('content-range')).toBe('bytes 4-9/10')
  expect(await get(own, { range: 'bytes=2-3' })).toMatchObject({ status: 206, body: '23' })
  expect(await get(own, { range: 'bytes=-3' })).toMatchObject({ status: 206, body: '789' })
  expect((await get(own, { range: 'bytes=10-' })).status).toBe(416)
})

test('not those of others, nor by a signature for another file or for the link', async () => {
  await buildOrg(server.platform, { id: 'others' })
  const own = await kept({})
  const foreign = await kept({ org_id: 'others', bytes: Buffer.from('theirs') })
  expect((await get(foreign)).status).toBe(404)
  expect((await get({ ...own, sha256: foreign.sha256 })).status).toBe(404)
  expect((await get({ ...own, asset_id: '../../kaibo' })).status).toBe(404)
  for (const about of ['', assetClaim(foreign.asset_id, foreign.sha256)])
    expect((await get(own, { about })).status).toBe(401)
})
