import { randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'

/** What opens one room's link: to a game, and to what only shows it. */
export interface Tokens {
  game: string
  view: string
}

export type Role = keyof Tokens

/**
 * The port that the local server has, and the secrets of its rooms. Both stay over restarts: people put the links into their
 * streaming software. 256 bits each, in a file that only this user reads.
 */
export class Secrets {
  readonly #path: string
  readonly #tokens: Map<string, Tokens>
  /** One write at a time. */
  #saving: Promise<void> = Promise.resolve()
  port: number | null

  private constructor(path: string, port: number | null, tokens: Map<string, Tokens>) {
    this.#path = path
    this.port = port
    this.#tokens = tokens
  }

  static async open(folder: string): Promise<Secrets> {
    const path = join(folder, 'game-link.json')
    const data = await readJson(path)
    const { port, tokens } = isRecord(data) ? data : {}
    const known = Object.entries(isRecord(tokens) ? tokens : {}).flatMap(([room, value]) =>
      isTokens(value) ? [[room, value] as const] : [],
    )
    return new Secrets(path, typeof port === 'number' ? port : null, new Map(known))
  }

  async keepPort(port: number): Promise<void> {
    this.port = port
    await this.#save()
  }

  /** The room's, made where it has none. */
  async tokensOf(room_code: string): Promise<Tokens> {
    const known = this.#tokens.get(room_code)
    if (known) return known
    const made = { game: secret(), view: secret() }
    this.#tokens.set(room_code, made)
    await this.#save()
    return made
  }

  /** What the token opens. */
  holderOf(token: string): { room_code: string; role: Role } | undefined {
    for (const [room_code, { game, view }] of this.#tokens) {
      if (isSame(token, game)) return { room_code, role: 'game' }
      if (isSame(token, view)) return { room_code, role: 'view' }
    }
    return undefined
  }

  #save(): Promise<void> {
    const write = () =>
      writeJson(this.#path, { port: this.port, tokens: Object.fromEntries(this.#tokens) })
    this.#saving = this.#saving.then(write, write)
    return this.#saving
  }
}

const secret = () => randomBytes(32).toString('base64url')

const isTokens = (value: unknown): value is Tokens =>
  isRecord(value) && typeof value['game'] === 'string' && typeof value['view'] === 'string'

function isSame(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)]
  return a.length === b.length && timingSafeEqual(a, b)
}
