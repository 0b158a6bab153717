import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFolder } from '#spool/spool.fixture.ts'
import { ServerClock } from '#time/server-clock.ts'
import { systemTime } from '#time/time.ts'
import { assetFetch } from './asset-fetch.ts'

const body = Buffer.alloc(300_000, 'kaibo')
const file = {
  asset_id: 'a1',
  sha256: createHash('sha256').update(body).digest('hex'),
  bytes: body.length,
  type: 'video/mp4',
}
let answer: (request: IncomingMessage, response: ServerResponse) => void
const http = createServer((request, response) => answer(request, response))
let server: URL
const asked: (string | undefined)[] = []

beforeAll(async () => {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})

const { privateKey: key } = generateKeyPairSync('ed25519')
const fetching = async () => {
  asked.length = 0
  const path = join(await freshFolder(), 'file.part')
  const clock = new ServerClock(systemTime)
  const fetch = assetFetch({ server, identity: { pc_id: 'pc1', key }, clock, time: systemTime })
  return { path, run: () => fetch(file, path, new AbortController().signal) }
}

/** Sends from where it was asked, `most` bytes of it. */
const sends = (content = body, most = Infinity) => {
  answer = ({ headers, url = '' }, response) => {
    asked.push(headers.range)
    expect(url).toContain(`/agent/v1/asset/a1/${file.sha256}?pc_id=pc1&`)
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const left = content.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': left.length })
    if (left.length <= most) response.end(left)
    else response.write(left.subarray(0, most), () => response.destroy())
  }
}

test('what breaks off goes on where it was, within a try and after a restart', async () => {
  const { path, run } = await fetching()
  await writeFile(path, body.subarray(0, 50_000))
  sends(body, 200_000)
  await run()
  expect(await readFile(path)).toEqual(body)
  expect(asked[0]).toBe('bytes=50000-')
  expect(asked.length).toBeGreaterThan(1)
  expect(Number(asked.at(-1)?.match(/\d+/)?.[0])).toBeGreaterThan(50_000)
})

test('other bytes than the hash says are not kept, however often they come', async () => {
  const { path, run } = await fetching()
  sends(Buffer.alloc(body.length, 'other'))
  await expect(run()).rejects.toThrow('素材内容与校验值不符')
  expect(asked).toHaveLength(3)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('part of something else is dropped, and all of it asked for again', async () => {
  const { path, run } = await fetching()
  await writeFile(path, Buffer.alloc(1_000, 'x'))
  sends()
  await run()
  expect(asked).toEqual(['bytes=1000-', undefined])
  expect(await readFile(path)).toEqual(body)
})

test('a server that knows no ranges sends it whole', async () => {
  const { path, run } = await fetching()
  await writeFile(path, body.subarray(0, 10))
  answer = ({ headers }, response) => {
    asked.push(headers.range)
    response.writeHead(200, { 'content-length': body.length }).end(body)
  }
  await run()
  expect(await readFile(path)).toEqual(body)
})

test('what the server does not have is said at once', async () => {
  const { run } = await fetching()
  answer = (_, response) => {
    asked.push('')
    response.writeHead(404).end()
  }
  await expect(run()).rejects.toThrow('服务器上没有这个素材')
  expect(asked).toHaveLength(1)
})
