import { parseBuffer } from 'music-metadata'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { OutgoingFault } from '#platform/outgoing/outgoing.fault.ts'
import type { Inbound, Outgoing } from '#platform/outgoing/outgoing.ts'
import type { Seal } from '#platform/seal.ts'
import { EngineFault, type Engine, type Order, type Sound } from './voice.engine.ts'
import type { Server } from './voice.server.store.ts'
import { assertLength, heardIn, isMp3 } from './voice.sound.ts'

export const SPEAK_LIMITS = { firstByteMs: 10_000, wholeMs: 30_000, maxBytes: 20 * 1024 * 1024 }

/** Servers that speak as OpenAI's do: `POST {base_url}/audio/speech`. */
export function createOpenaiEngine(
  outgoing: Pick<Outgoing, 'ask'>,
  seal: Pick<Seal, 'open'>,
  /** What a reference is called at the server, if it stands there. */
  referenceAt: (server_id: string, resource_id: string) => Promise<string | undefined>,
  limits = SPEAK_LIMITS,
): Engine {
  /** A voice that is copied of a reference is called as that is. */
  async function spokenBy(
    { engine_voice, ref_id, ref_text }: Order['voice'],
    { server_id }: Server,
  ) {
    if (ref_id === null) return { voice: engine_voice }
    const name = await referenceAt(server_id, ref_id)
    if (name === undefined) throw new EngineFault(NO_REFERENCE, 'asked')
    return { voice: name, ...(ref_text !== '' && { ref_text }) }
  }

  return {
    async speak({ text, voice, server }: Order, signal): Promise<Sound> {
      const answer = await outgoing
        .ask({
          ...limits,
          url: under(server.base_url, 'audio/speech'),
          method: 'POST',
          // Only who may manage voice servers writes their addresses.
          lan: true,
          headers: { 'content-type': 'application/json', ...keyOf(seal, server) },
          body: JSON.stringify({
            ...(voice.extra === '' ? {} : (JSON.parse(voice.extra) as object)),
            model: server.model,
            input: text,
            ...(await spokenBy(voice, server)),
            response_format: server.format,
            speed: voice.speed,
          }),
          signal,
        })
        .catch((error: unknown) => {
          if (signal.aborted) throw error
          throw new EngineFault(error instanceof OutgoingFault ? error.words : BROKEN)
        })
      assertOk(answer)
      const { body, first_ms } = answer
      if (server.format === 'mp3') {
        if (!isMp3(body)) throw new EngineFault(NO_MP3)
        return { bytes: body, type: 'audio/mpeg', ms: await lengthOf(body), marks: null, first_ms }
      }
      return { bytes: body, type: 'audio/wav', ms: heardIn(body).ms, marks: null, first_ms }
    },
  }
}

/** What follows the address, which may end in a slash or carry a query of its own. */
export function under(base_url: string, path: string): string {
  const url = new URL(base_url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}

export const keyOf = (
  seal: Pick<Seal, 'open'>,
  { api_key_sealed }: Pick<Server, 'api_key_sealed'>,
): Record<string, string> =>
  api_key_sealed === null ? {} : { authorization: `Bearer ${seal.open(api_key_sealed)}` }

/** Nothing of the answer is told: it may be anything's, where an address leads elsewhere than meant. */
export function assertOk({ status }: Pick<Inbound, 'status'>): void {
  if (status >= 200 && status < 300) return
  if (status === 401 || status === 403) throw new EngineFault(KEY, 'down')
  if (status === 429) throw new EngineFault(BUSY, 'down')
  throw new EngineFault(answered(status), status >= 400 && status < 500 ? 'asked' : 'failed')
}

/** Of a whole MP3. */
async function lengthOf(mp3: Buffer): Promise<number> {
  const { format } = await parseBuffer(mp3, 'audio/mpeg', { duration: true }).catch(() => {
    throw new EngineFault(NO_MP3)
  })
  if (!format.duration) throw new EngineFault(NO_MP3)
  const ms = Math.round(format.duration * 1_000)
  assertLength(ms)
  return ms
}

const answered = (status: number): Words =>
  words(`服务器应答${status}`, `The server answered ${status}`)
const KEY = words('接口密钥无效（401）', 'The API key is not valid (401)')
const BUSY = words('服务器限流（429）', 'The server limits requests (429)')
const NO_REFERENCE = words(
  '参考音频还没有发布到这台服务器',
  'The reference audio was not published to this server yet',
)
const NO_MP3 = words('返回的不是有效的MP3', 'What it answered is no valid MP3')
const BROKEN = words('连接中断', 'The connection broke off')
