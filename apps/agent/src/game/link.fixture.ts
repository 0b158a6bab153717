import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import {
  GAME_SUBPROTOCOL,
  type FromGame,
  type GameHello,
  type ToGame,
} from '@kaibo/contract/game/link.schema.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import { TUG_WAR, tugWarCatalogue, tugWarPart } from '@kaibo/contract/game/tug-war.ts'
import { bundleOf, unchanged, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import type { Room } from '#rooms/room.ts'
import { Stage } from '#rooms/stage.fixture.ts'
import { GameDesk, gameFolder, type DeskOptions } from './desk.ts'

export const ROOM = 'ABCD2345'

/** 拔河, started by whoever tests it. */
export const byHand = (more: Partial<GamePart> = {}): GamePart => ({
  ...tugWarPart('g1'),
  launch: { kind: 'manual' },
  ...more,
})

/** One rule, which answers one event. */
export const answering = (event: string, actions: SonNode['actions']): RuleSet => ({
  id: 'set',
  name: '拔河话术',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '拔河话术',
    enabled: 1,
    triggers: [{ event }],
    hit: 'all',
    children: [{ id: 'line', type: 'son', name: '一句', enabled: 1, actions }],
  },
})

export const sayThat = (text: string): SonNode['actions'] => [
  { kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 },
]

export const bundleWith = (sets: RuleSet[], more: Partial<Bundle> = {}): Bundle => ({
  ...bundleOf(sets.map(unchanged)),
  catalogue: tugWarCatalogue,
  game: byHand(),
  ...more,
})

export const packOf = (bundle: Bundle) => {
  const body = JSON.stringify(bundle)
  return { body, hash: createHash('sha256').update(body).digest('base64url') }
}

export const openDesk = (stage: Stage, more: Partial<DeskOptions> = {}): Promise<GameDesk> =>
  GameDesk.open({
    folder: gameFolder(stage.folder),
    ports: 'auto',
    program: { main: '', execArgv: [] },
    gamesDir: undefined,
    pages: { sdk: '// sdk', builtin: { [TUG_WAR]: { 'index.html': '<p>拔河</p>' } } },
    time: stage.time,
    clock: stage.clock,
    log: stage.heard.log,
    ...more,
  })

/** A room on air with a game, played by hand. */
export async function playing(
  bundle: Bundle = bundleWith([]),
  {
    stage: given,
    desk: more,
    run_id = 'run-1',
  }: {
    stage?: Stage
    desk?: Partial<DeskOptions>
    run_id?: string
  } = {},
): Promise<{ stage: Stage; desk: GameDesk; room: Room }> {
  const stage = given ?? (await Stage.open())
  const desk = await openDesk(stage, more)
  stage.games = desk
  const { body, hash } = packOf(bundle)
  await stage.packs.want([hash])
  await stage.packs.take({ type: 'part', hash, index: 0, of: 1, body })
  const room = await stage.run(desiredRoom({ run_id }, { bundle: { hash }, rules: [] }))
  stage.sources.at(-1)?.connect()
  return { stage, desk, room }
}

/** A game's end of the link, moved by hand. */
export class TestGame {
  readonly frames: ToGame[] = []
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  #waiting: (() => void)[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString()) as ToGame)
      for (const look of this.#waiting.splice(0)) look()
    })
    this.closed = new Promise((resolve) => socket.on('close', resolve))
  }

  static open(origin: string, headers: Record<string, string> = {}): Promise<TestGame> {
    const url = `${origin.replace('http', 'ws')}/game/v1`
    const socket = new WebSocket(url, GAME_SUBPROTOCOL, { headers, perMessageDeflate: false })
    const game = new TestGame(socket)
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(game))
      socket.on('error', reject)
    })
  }

  /** Linked, and welcome. */
  static async join(desk: GameDesk, hello: Partial<GameHello> = {}): Promise<TestGame> {
    const game = await TestGame.open(desk.origin ?? '')
    const tokens = await desk.tokensOf(ROOM)
    game.hello({ token: tokens[hello.role ?? 'game'], ...hello })
    await game.next('welcome')
    return game
  }

  hello(more: Partial<GameHello> = {}): void {
    this.send({
      type: 'hello',
      role: 'game',
      name: '测试游戏',
      version: '1',
      boot_id: 'boot-1',
      token: '',
      want: [],
      ai_label: true,
      ...more,
    })
  }

  /** Text is sent as it is. */
  send(frame: FromGame | Record<string, unknown> | string): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  event(key: string, payload: Record<string, string | number>, id: string = randomUUID()): string {
    this.send({ type: 'event', id, key, payload })
    return id
  }

  of<Type extends ToGame['type']>(type: Type): Extract<ToGame, { type: Type }>[] {
    return this.frames.filter((one): one is Extract<ToGame, { type: Type }> => one.type === type)
  }

  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  /** The `nth` frame of this kind. */
  async next<Type extends ToGame['type']>(type: Type, nth = 0) {
    await this.until(() => this.of(type).length > nth)
    const found = this.of(type)[nth]
    if (!found) throw new Error(`no ${type}`)
    return found
  }

  async answer(nth = 0, ok = true): Promise<void> {
    const { id } = await this.next('cmd', nth)
    this.send({ type: 'result', id, ok, detail: ok ? '' : '做不了' })
  }

  kill(): void {
    this.#socket.terminate()
  }

  /** Takes nothing any more. */
  pause(): void {
    this.#socket.pause()
  }
}

export const fileOf = (stage: Stage, name: string) => join(gameFolder(stage.folder), name)
