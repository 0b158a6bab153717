import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { voiceServer, type VoiceServer } from '@kaibo/testkit/voice-server.ts'
import { OutgoingFault, type OutgoingWhy } from './outgoing.fault.ts'
import { createOutgoing, type Outbound, type Outgoing } from './outgoing.ts'
import type { TargetNeeds } from './target.ts'

let there: VoiceServer
let local: number[]
let names: Record<string, readonly string[][]>
let outgoing: Outgoing

/** Each look-up of a name takes the next of its answers, and the last one again. */
const resolve: TargetNeeds['resolve'] = async (host) => {
  const [first = [], ...rest] = names[host] ?? []
  if (rest.length > 0) names[host] = rest
  if (first.length === 0) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  return first.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

beforeEach(async () => {
  there = await voiceServer()
  local = [there.port]
  names = {}
  outgoing = createOutgoing({ resolve, localPorts: local, ownPorts: () => [] })
})
afterEach(async () => {
  outgoing.close()
  await there.close()
})

const LIMITS = { firstByteMs: 400, wholeMs: 800, maxBytes: 100_000 }
const ask = (url: string, more: Partial<Outbound> = {}) =>
  outgoing.ask({ ...LIMITS, url, method: 'POST', lan: true, body: '{}', ...more })
const why = (asked: Promise<unknown>): Promise<OutgoingWhy | 'answered'> =>
  asked.then(
    () => 'answered' as const,
    (error: unknown) => (error instanceof OutgoingFault ? error.why : Promise.reject(error)),
  )
const speech = () => `${there.base_url}/audio/speech`

test('an answer comes with its status, its type and when it began', async () => {
  const answer = await ask(speech())
  expect(answer).toMatchObject({ status: 200, type: 'audio/wav' })
  expect(answer.body.toString('latin1', 0, 4)).toBe('RIFF')
  expect(answer.first_ms).toBeGreaterThanOrEqual(0)
})

test('each form of a forbidden address is seen through', async () => {
  const forbidden = [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://0.0.0.0/',
    'http://0/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'http://user:secret@8.8.8.8/',
    'no url',
  ]
  for (const url of forbidden) expect([url, await why(ask(url))]).toEqual([url, 'address'])
})

test('this machine is asked only at the ports that are meant, never at those of the server itself', async () => {
  const urls = [speech(), speech().replace('127.0.0.1', '2130706433')]
  for (const url of urls) expect(await why(ask(url))).toBe('answered')
  expect(await why(ask(speech().replace('127.0.0.1', '[::ffff:7f00:1]')))).toBe('answered')
  outgoing = createOutgoing({ resolve, localPorts: [], ownPorts: () => [] })
  for (const url of urls) expect(await why(ask(url))).toBe('address')
  outgoing = createOutgoing({ resolve, localPorts: local, ownPorts: () => local })
  expect(await why(ask(speech()))).toBe('address')
})

test('inside the network only for whoever may', async () => {
  expect(await why(ask(speech(), { lan: false }))).toBe('address')
  expect(await why(ask('http://192.168.77.1/', { lan: false }))).toBe('address')
  expect(await why(ask('https://10.0.0.9/', { strict: true }))).toBe('address')
  expect(await why(ask('http://8.8.8.8/', { strict: true }))).toBe('address')
})

test('a name that leads inside is refused, also where only one of its addresses does', async () => {
  names = { 'inner.test': [['169.254.169.254']], 'both.test': [['8.8.8.8', '169.254.169.254']] }
  expect(await why(ask('http://inner.test/'))).toBe('address')
  expect(await why(ask('http://both.test/'))).toBe('address')
  expect(await why(ask('http://nowhere.test/'))).toBe('unknown')
})

test('a name that leads elsewhere the next moment: the connection goes where was looked', async () => {
  names = { 'turning.test': [['127.0.0.1'], ['169.254.169.254']] }
  const answer = await ask(`http://turning.test:${there.port}/v1/audio/speech`)
  expect(answer.status).toBe(200)
  expect(there.asked.at(-1)?.headers.host).toBe(`turning.test:${there.port}`)
  // Looked up anew for the next request, and refused: the kept socket is not used for it
  expect(await why(ask(`http://turning.test:${there.port}/v1/audio/speech`))).toBe('address')
})

test('what hangs, stalls or floods is left', async () => {
  there.manner = { does: 'hangs' }
  expect(await why(ask(speech()))).toBe('late')
  there.manner = { does: 'stalls' }
  expect(await why(ask(speech()))).toBe('late')
  there.manner = { does: 'floods', bytes: 50_000_000 }
  expect(await why(ask(speech()))).toBe('large')
})

test('a look-up that never ends is left, too', async () => {
  outgoing = createOutgoing({
    resolve: () => new Promise(() => {}),
    localPorts: local,
    ownPorts: () => [],
  })
  expect(await why(ask('http://slow.test/'))).toBe('late')
})

test('a redirect is not followed, inward least of all', async () => {
  there.manner = { does: 'redirects', to: 'http://169.254.169.254/' }
  expect(await why(ask(speech()))).toBe('redirect')
  expect(await why(ask(speech(), { redirects: 5 }))).toBe('redirect')
  expect(await why(ask(speech(), { redirects: 5, method: 'GET' }))).toBe('address')
  there.manner = { does: 'redirects', to: speech() }
  expect(await why(ask(speech(), { redirects: 5, method: 'GET' }))).toBe('redirect')
  expect(there.asked.filter(({ path }) => path === '/v1/audio/speech')).toHaveLength(9)
})

test('whoever asked goes: their reason comes back', async () => {
  there.manner = { does: 'hangs' }
  const gone = new AbortController()
  const asked = ask(speech(), { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
})

test('a connection that ends in the middle is no answer', async () => {
  const broken: Server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 20)
  })
  await new Promise<void>((listening) => broken.listen(0, '127.0.0.1', listening))
  const { port } = broken.address() as AddressInfo
  local.push(port)
  expect(await why(ask(`http://127.0.0.1:${port}/`))).toBe('broken')
  broken.close()
})
