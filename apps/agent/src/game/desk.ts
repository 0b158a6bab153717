import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import {
  GAME_SUBPROTOCOL,
  MAX_FRAME_BYTES,
  MAX_FRAMES_A_SECOND,
  type GameHello,
} from '@kaibo/contract/game/link.schema.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { LocalServer, type Ports } from '#local/local-server.ts'
import type { GameKeeping, GameRoom } from './around.ts'
import type { Program } from './child.ts'
import type { GamePages } from './pages.ts'
import { pagesOf } from './pages.ts'
import type { Host, Peer } from './peer.ts'
import { PollDoor } from './poll-door.ts'
import { RoomGame } from './room-game.ts'
import { Seat } from './seat.ts'
import { Secrets } from './secrets.ts'
import { SocketPeer } from '#local/socket-peer.ts'
import { gameLanguage } from './language.ts'

export interface DeskOptions extends GameKeeping {
  /** Nothing: no game is linked. */
  ports: Ports | undefined
  program: Program
  gamesDir: string | undefined
  pages: GamePages
  /** More frames of one game in a second are refused; another number for measurements only. */
  perSecond?: number
}

const PORT_TAKEN = '游戏端口被占用，没有开通游戏连接'
const PORT_OFF = '这台电脑关闭了游戏连接（--game-port 0）'

/** Where games and their pages find their rooms: the local server of the PC client, and who sits at it. */
export class GameDesk {
  readonly #options: DeskOptions
  readonly #secrets: Secrets
  readonly #server: LocalServer | undefined
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(GAME_SUBPROTOCOL) ? GAME_SUBPROTOCOL : false),
  })
  readonly #seats = new Map<string, { room: GameRoom; seat: Seat }>()
  /** What is to be told operators: the address is not the one that they know. */
  #attention: Words | undefined

  private constructor(options: DeskOptions, secrets: Secrets, server: LocalServer | undefined) {
    this.#options = options
    this.#secrets = secrets
    this.#server = server
  }

  static async open(options: DeskOptions): Promise<GameDesk> {
    const { folder, ports, log } = options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const secrets = await Secrets.open(folder)
    const kept = secrets.port
    const server = ports && (await LocalServer.open(ports, kept, log))
    const desk = new GameDesk(options, secrets, server)
    if (ports && !server) log.error(PORT_TAKEN)
    if (!server) return desk
    if (kept !== null && kept !== server.port) desk.#moved(kept, server.port)
    if (kept !== server.port) await secrets.keepPort(server.port)
    log.info({ url: server.origin }, '游戏连接已开通')
    desk.#open(server)
    return desk
  }

  /** What else of this PC may be opened there; nothing where no port is, for the reason `fault`. */
  get server(): LocalServer | undefined {
    return this.#server
  }

  get fault(): string | null {
    return this.#server ? null : this.#options.ports ? PORT_TAKEN : PORT_OFF
  }

  /** Where games connect. */
  get origin(): string | undefined {
    return this.#server?.origin
  }

  /** The room is on air from now on. */
  async seat(room: GameRoom): Promise<Seat> {
    const { program, gamesDir, time, log } = this.#options
    const { room_code } = room
    const seat = new Seat(await RoomGame.open(room, this.#options), {
      origin: this.origin,
      fault: this.fault,
      room_code,
      tokens: await this.#secrets.tokensOf(room_code),
      child: { program, gamesDir, time, log, note: (...said) => room.note(...said) },
      left: () => {
        if (this.#seats.get(room_code)?.seat === seat) this.#seats.delete(room_code)
      },
    })
    this.#seats.set(room_code, { room, seat })
    if (this.#attention) room.note('error', this.#attention)
    return seat
  }

  /** A game's secret, for tests and for what starts games. */
  tokensOf(room_code: string) {
    return this.#secrets.tokensOf(room_code)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    await this.#server?.close()
  }

  #moved(from: number, to: number): void {
    const said = words(
      `游戏端口 ${from} 被其他程序占用，改用 ${to}；旧链接可能被别的程序收到，请重新打开游戏画面`,
      `Port ${from} of games is taken by another program; it is ${to} now. That program could read old links: open the game’s page anew`,
    )
    this.#attention = said
    this.#options.log.error(said.zh)
  }

  #open(server: LocalServer): void {
    const { pages, gamesDir, time } = this.#options
    const polls = new PollDoor({
      time,
      admit: this.#admit,
      roomOf: (token) => {
        const holder = this.#secrets.holderOf(token)
        return holder?.role === 'game' ? holder.room_code : undefined
      },
    })
    server.add('game', {
      request: ([version, act = ''], request, response) =>
        version === 'v1' ? polls.request(act, request, response) : response.writeHead(404).end(),
      upgrade: ([version], request, socket, head) =>
        version === 'v1' ? this.#upgrade(request, socket, head) : socket.destroy(),
    })
    const seats = () => [...this.#seats.values()].map(({ room, seat }) => ({ room, seat }))
    for (const [first, door] of pagesOf({ pages, gamesDir, seats })) server.add(first, door)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { time, perSecond = MAX_FRAMES_A_SECOND } = this.#options
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      SocketPeer.seat(opened, gameLanguage, { time, admit: this.#admit, perSecond })
    })
  }

  readonly #admit = (peer: Peer, hello: GameHello): Host | string => {
    const holder = this.#secrets.holderOf(hello.token)
    if (holder?.role !== hello.role) return '令牌不正确'
    const sitting = this.#seats.get(holder.room_code)
    return sitting ? sitting.seat.game.admit(peer, hello) : '直播间未开播'
  }
}

export const gameFolder = (folder: string): string => join(folder, 'games')
