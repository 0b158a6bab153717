import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the double does when it is asked to speak. */
export type Manner =
  | { does: 'speaks'; afterMs?: number }
  | { does: 'hangs' }
  | { does: 'stalls' }
  | { does: 'lies' }
  | { does: 'breaks' }
  | { does: 'silent' }
  | { does: 'lasts' }
  | { does: 'redirects'; to: string }
  | { does: 'refuses'; status: number }
  | { does: 'floods'; bytes: number }

/** A voice server as OpenAI's is spoken to, whose behaviour a test chooses. */
export interface VoiceServer {
  readonly base_url: string
  readonly port: number
  manner: Manner
  /** What it was asked for, the newest last. */
  readonly asked: { path: string; headers: IncomingMessage['headers']; body: string }[]
  /** How many syntheses it did at once at most. */
  readonly mostAtOnce: number
  close(): Promise<void>
}

export async function voiceServer(manner: Manner = { does: 'speaks' }): Promise<VoiceServer> {
  const asked: VoiceServer['asked'] = []
  let [atOnce, mostAtOnce] = [0, 0]
  const state = { manner }
  const http = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    asked.push({ path: request.url ?? '', headers: request.headers, body })
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    response.once('close', () => (atOnce -= 1))
    const { manner: now } = state
    if (!(request.url ?? '').endsWith('/audio/speech')) return void response.end('{}')
    if (now.does === 'hangs') return
    if (now.does === 'stalls')
      return void response.writeHead(200).write(toneWav(300).subarray(0, 60))
    if (now.does === 'redirects') return void response.writeHead(302, { location: now.to }).end()
    if (now.does === 'refuses') return void response.writeHead(now.status).end('秘密')
    const type = { 'content-type': 'audio/wav' }
    if (now.does === 'lies') return void response.writeHead(200, type).end('<html>not sound</html>')
    if (now.does === 'breaks') return breakOff(response, toneWav(600))
    if (now.does === 'silent') return void response.writeHead(200, type).end(toneWav(500, 0))
    if (now.does === 'lasts') return void response.writeHead(200, type).end(slow(toneWav(600)))
    if (now.does === 'floods') return flood(response.writeHead(200, type), now.bytes)
    if (now.afterMs) await sleep(now.afterMs)
    response.writeHead(200, type).end(toneWav(600))
  }

  http.listen(0, '127.0.0.1')
  await new Promise((listening) => http.once('listening', listening))
  const { port } = http.address() as AddressInfo
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    port,
    asked,
    get manner() {
      return state.manner
    },
    set manner(next) {
      state.manner = next
    },
    get mostAtOnce() {
      return mostAtOnce
    },
    async close() {
      const closed = new Promise((done) => http.close(done))
      http.closeAllConnections()
      await closed
    },
  }
}

function flood(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(65_536)
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (response.write(chunk)) continue
      response.once('drain', more)
      return
    }
    response.end()
  }
  more()
}

/** Says how long it is, and ends half way. */
function breakOff(response: ServerResponse, wav: Buffer): void {
  response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': wav.length })
  response.write(wav.subarray(0, wav.length / 2), () => response.destroy())
}

/** It says that it has ten samples a second, and so lasts for a quarter of an hour. */
function slow(wav: Buffer): Buffer {
  wav.writeUInt32LE(10, 24)
  return wav
}

const RATE = 16_000
/** A tone of 440 Hz as a WAV file; at peak 0 nothing is heard. */
export function toneWav(ms: number, peak = 8_000): Buffer {
  const samples = Math.round((RATE * ms) / 1_000)
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++)
    wav.writeInt16LE(Math.round(Math.sin((at / RATE) * 2 * Math.PI * 440) * peak), 44 + at * 2)
  return wav
}
