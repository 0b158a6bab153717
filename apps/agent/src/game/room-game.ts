import { join } from 'node:path'
import type { ReportedGame } from '@kaibo/contract/agent/game-items.schema.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import {
  AWAY_AFTER_MS,
  GAME_CLOSE,
  PING_MS,
  ROUND_LOST_MS,
  type FromGame,
  type GameHello,
  type GameScalar,
} from '@kaibo/contract/game/link.schema.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { EMPTY_CATALOGUE, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { Acks } from './acks.ts'
import type { GameKeeping, GameRoom, Setup } from './around.ts'
import { Delivery, type Settled } from './delivery.ts'
import { Happenings } from './happenings.ts'
import { Maps } from './maps.ts'
import { Outbox } from './outbox.ts'
import type { Host, Peer } from './peer.ts'
import { Played } from './played.ts'
import { Rounds } from './rounds.ts'
import { Told } from './told.ts'
import { Viewers } from './viewers.ts'
import { Views } from './views.ts'

const COMMAND_WITHIN_MS = 10_000
const NO_MAPS = { gift_map: [], keyword_map: [] }

/** A room's game, from the start of its run to the end: what it says, what it is told, and its rounds. */
export class RoomGame {
  readonly #room: GameRoom
  readonly #keeping: GameKeeping
  readonly #rounds: Rounds
  readonly #outbox: Outbox
  readonly #setup: Setup = { part: undefined, catalogue: EMPTY_CATALOGUE }
  readonly #told: Told
  readonly #happenings: Happenings
  readonly #played: Played
  readonly #delivery: Delivery
  readonly #views: Views
  readonly #acks: Acks
  readonly #viewers: Viewers
  #peer: Peer | undefined
  #hello: GameHello | undefined
  /** When it was heard last, of `elapsed`, while it is not there; nothing before it was there at all. */
  #goneAt: number | undefined
  #isLost = false
  #pingedAt = 0
  #isOver = false

  private constructor(room: GameRoom, keeping: GameKeeping, rounds: Rounds, outbox: Outbox) {
    const { time, clock } = keeping
    const setup = this.#setup
    this.#room = room
    this.#keeping = keeping
    this.#rounds = rounds
    this.#outbox = outbox
    const told = new Told(room, clock)
    const happenings = new Happenings(room, keeping, setup, rounds)
    this.#told = told
    this.#happenings = happenings
    this.#played = new Played({ room, keeping, setup, rounds, happenings, told })
    this.#delivery = new Delivery({
      outbox,
      time,
      clock,
      settled: (...how) => told.settled(...how),
    })
    this.#viewers = new Viewers(room, keeping, setup, rounds)
    this.#views = new Views(time)
    this.#acks = new Acks(() => room.flush(), time)
  }

  /** What another run has left is ended. */
  static async open(room: GameRoom, keeping: GameKeeping): Promise<RoomGame> {
    const { folder, log } = keeping
    const { room_code, run_id } = room
    const rounds = await Rounds.load({ ...keeping, room_code })
    const outbox = await Outbox.open(join(folder, `${room_code}.cmds.jsonl`), log)
    const game = new RoomGame(room, keeping, rounds, outbox)
    if (rounds.playing && rounds.playing.run_id !== run_id) game.#played.break()
    game.#delivery.lose('本场结束', (queued) => queued.run_id !== run_id)
    return game
  }

  /** A round is being played. */
  get isPlaying(): boolean {
    return this.#rounds.playing !== null
  }

  get part(): GamePart | undefined {
    return this.#setup.part
  }

  /** The room runs by this now; its maps count from the next round. */
  use({ game, catalogue }: Pick<Bundle, 'game' | 'catalogue'>): void {
    const { part } = this.#setup
    if (this.#rounds.playing && this.#rounds.playing.game_id !== game?.game_id) this.#played.break()
    if (part && part.game_id !== game?.game_id) this.#peer?.close(GAME_CLOSE.refused, 'other game')
    this.#setup.part = game
    this.#setup.catalogue = catalogue
    if (!this.#rounds.playing) this.#renewMaps()
  }

  /** Another PC has played up to this round. */
  learn(seq: number): void {
    this.#rounds.learn(seq)
  }

  admit(peer: Peer, hello: GameHello): Host | string {
    if (this.#isOver) return '直播间未开播'
    if (!this.#setup.part) return '直播间没有游戏'
    return hello.role === 'view' ? this.#admitView(peer) : this.#admitGame(peer, hello)
  }

  /** What a viewer does: told to a game that wants it, and a command where it leads to one. */
  heard(event: LiveEvent): void {
    if (!this.#setup.part || event.kind === 'game') return
    const seen = this.#viewers.shown(event)
    if (!seen) return
    const queued = this.#viewers.commandOf(seen)
    if (queued) this.#delivery.add(queued)
    if (this.#hello?.want.includes(seen.kind)) this.#delivery.input(this.#viewers.inputOf(seen))
  }

  /** What a rule has the game do. The same effect once more is nothing. */
  effect(
    { effect_id, command: name, args }: { effect_id: number; command: string; args: GameScalar[] },
    { event_id, ttl_ms }: { event_id: string; ttl_ms: number },
  ): void {
    const { part } = this.#setup
    const id = `e.${effect_id}`
    if (!part || this.#outbox.knows(id)) return
    const cmd = { cause: 'rule', id, name, args, ttl_ms } as const
    const queued = { ...this.#viewers.queued(cmd), event_id }
    if (part.commands.some((one) => one.name === name)) this.#delivery.add(queued)
    else this.#told.settled(queued, { state: 'failed', detail: `游戏没有命令 ${name}` })
  }

  /** What a person has it do: resolves when the game has answered, or ten seconds later. */
  async command(id: string, name: string, args: GameScalar[]): Promise<Settled> {
    const ttl_ms = COMMAND_WITHIN_MS
    const cancel = this.#keeping.time.after(ttl_ms, () =>
      this.#delivery.lose('游戏没有回应', (one) => one.id === id),
    )
    const cmd = { cause: 'console', id, name, args, ttl_ms } as const
    const end = await this.#delivery.addAndWait(this.#viewers.queued(cmd))
    cancel()
    return end
  }

  /** About once a second. */
  tick(): void {
    const now = this.#keeping.time.elapsed()
    if (now - this.#pingedAt >= PING_MS) {
      this.#pingedAt = now
      this.#peer?.ping()
      this.#views.ping()
    }
    this.#views.closeSilent(now - AWAY_AFTER_MS)
    if (this.#peer && now - this.#peer.heardAt >= AWAY_AFTER_MS) this.#leave(this.#peer.heardAt)
    const goneMs = this.#goneAt === undefined ? 0 : now - this.#goneAt
    if (goneMs >= AWAY_AFTER_MS) this.#lost()
    if (goneMs >= ROUND_LOST_MS) this.#played.break()
    this.#played.tick()
  }

  /** The game's process ended: nobody need wait for its silence. */
  died(): void {
    if (this.#goneAt === undefined && !this.#peer) return
    this.#leave(this.#keeping.time.elapsed())
    this.#lost()
  }

  report(url: string, fault: string | null): ReportedGame | undefined {
    const { part } = this.#setup
    if (!part) return undefined
    const { name = part.name, version = '' } = this.#hello ?? {}
    const link = this.#peer ? 'connected' : this.#goneAt === undefined ? 'waiting' : 'away'
    const { seq: round_seq, status } = this.#rounds
    const state = fault === null ? link : 'off'
    const waiting = this.#delivery.size
    return { state, name, version, url, round_seq, status, waiting, fault }
  }

  /** Ends with its run; where that goes on in another process, all stays as it is. */
  async close(isRunOver: boolean): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    if (isRunOver) {
      this.#played.break()
      this.#delivery.lose('本场结束')
    }
    this.#views.close()
    this.#delivery.detach()
    this.#peer?.close(GAME_CLOSE.refused, 'over')
    this.#acks.close()
    await this.#played.save()
    this.#outbox.close()
  }

  #admitView(peer: Peer): Host | string {
    if (this.#views.isFull) return '打开的画面太多'
    this.#welcome(peer)
    this.#views.add(peer)
    return { frame: () => {}, closed: () => this.#views.delete(peer) }
  }

  #admitGame(peer: Peer, hello: GameHello): Host {
    const isSame = hello.boot_id === this.#rounds.boot_id
    const wasThere = this.#peer !== undefined || this.#goneAt !== undefined
    this.#peer?.close(GAME_CLOSE.replaced, 'replaced')
    if (!isSame) {
      if (wasThere) this.#lost()
      this.#played.break()
    }
    this.#rounds.boot_id = hello.boot_id
    void this.#played.save()
    this.#peer = peer
    this.#hello = hello
    this.#goneAt = undefined
    this.#isLost = false
    if (!this.#rounds.playing) this.#renewMaps()
    this.#welcome(peer)
    this.#delivery.attach(peer, { isSame, isLabelled: hello.ai_label === true })
    this.#room.changed()
    return {
      frame: (frame) => {
        if (this.#peer === peer && !this.#isOver) this.#take(peer, frame)
      },
      closed: () => {
        if (this.#peer === peer) this.#leave(this.#keeping.time.elapsed())
      },
    }
  }

  #welcome(peer: Peer): void {
    const { room_code, room_name } = this.#room
    const { part, catalogue } = this.#setup
    const { gifts, keywords } = this.#viewers.maps
    const { seq: round_seq, status } = this.#rounds
    peer.send({
      type: 'welcome',
      room: { room_code, name: room_name },
      gifts,
      keywords,
      camps: part?.camps ?? [],
      vars: catalogue.vars.map(({ key }) => key),
      round_seq,
      round_max_min: part?.round_max_min ?? 0,
      status,
      server_time: this.#keeping.clock.now(),
    })
  }

  #take(peer: Peer, frame: Exclude<FromGame, GameHello>): void {
    switch (frame.type) {
      case 'event': {
        const { id } = frame
        const why = this.#happenings.take(frame)
        if (why === undefined) return this.#acks.add(peer, { type: 'ack', id })
        return peer.send({ type: 'reject', id, why })
      }
      case 'round': {
        const { id } = frame
        // Maps that were changed meanwhile count from now on
        if (frame.state === 'start' && !this.#played.knows(id)) this.#renewMaps()
        const why = this.#played.refuses(frame)
        if (why !== undefined) return peer.send({ type: 'reject', id, why })
        const seq = frame.state === 'start' ? this.#played.begin(id) : this.#played.end(frame)
        return this.#acks.add(peer, { type: 'ack', id, seq }, this.#played.save())
      }
      case 'vars':
        for (const { key, value, open_id } of frame.vars)
          this.#room.setVar(key, value, open_id ?? '')
        return undefined
      case 'eta':
        return this.#played.foresee(frame)
      case 'status':
        return this.#played.status(frame.status)
      case 'view':
        return this.#views.show(frame.data)
      case 'result':
        return this.#delivery.result(frame)
      default:
        return undefined
    }
  }

  #lost(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#happenings.raise('lost', {}, this.#keeping.clock.now())
    this.#room.note('warn', words('游戏断开', 'The game is gone'))
    this.#room.changed()
  }

  #leave(heardAt: number): void {
    const peer = this.#peer
    this.#peer = undefined
    this.#goneAt ??= heardAt
    this.#delivery.detach()
    peer?.close(GAME_CLOSE.refused, 'silent')
    this.#room.changed()
  }

  #renewMaps(): void {
    this.#viewers.maps = new Maps(this.#setup.part ?? NO_MAPS)
  }
}
