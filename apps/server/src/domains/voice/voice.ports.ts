import { performance } from 'node:perf_hooks'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor } from '#platform/auth/actor.ts'
import { startBeat } from '#platform/beat.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault, type Engine, type Sound } from './voice.engine.ts'
import * as store from './voice.ports.store.ts'
import { serverById } from './voice.server.store.ts'
import { factsOf } from './voice.service.ts'
import { VoiceBusy } from './voice.provider.ts'
import { createWaiters } from './voice.waiters.ts'

export type Engines = Readonly<Partial<Record<ValueOf<typeof VoiceProvider>, Engine>>>

export interface Wanted {
  voice_id: string
  text: string
  /** It speaks by the port that it is bound to. */
  room_id?: string
  /** How the room has it speak, where that is not as the voice itself does. */
  manner?: { speed: number; pitch: number }
  /** This port and no other. */
  port_id?: string
}

export interface Made extends Sound {
  port_id: string
  total_ms: number
}

interface Held {
  port: store.Able
  job: string
  began: number
  /** It is bound elsewhere. */
  borrowed: boolean
}

const CHANNEL = 'voice.port'
/** So long a room waits for its own port before it takes another. */
const OWN_MS = 2_000
/** A message of the bus may be lost, and a holder may have died. */
const LOOK_AGAIN_MS = 1_000
/** Who waits no longer than this is in no queue that anybody could look at. */
const QUEUED_MS = 500
/** Of more that wait the last would come too late for anybody. */
const MOST_A_PORT = 8
const COUNT_EVERY_MS = 10_000

/**
 * Syntheses, on each port one at a time over all servers of the installation. A room speaks by the port that it is bound to, so that
 * it sounds the same and a port that swaps voices need not; after two seconds it borrows another.
 */
export function createPorts(platform: Platform<Tables>, engines: Engines) {
  const { db, clock, ids, bus, live, log } = platform
  const waiters = createWaiters()
  const tellLists = live.list(voiceApi.ports)
  const closing = new AbortController()
  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    if (typeof message === 'string') waiters.freed(message)
    else waiters.changed()
  })

  /** Sentences that were there already, by room: counted together. */
  const hits = new Map<string, number>()
  async function countHits(): Promise<void> {
    const counted = [...hits]
    hits.clear()
    if (counted.length === 0) return
    await db.transaction(async (trx) => {
      for (const [room_id, count] of counted)
        await store.countHits(trx, room_id, clock.now(), count)
    })
  }
  const counting = startBeat(COUNT_EVERY_MS, countHits, (err) => log.error({ err }, 'voice ports'))

  const tell = (port_id: string) => tellLists(visitor, { id: port_id })

  /** A port is free: whoever waits for it, on any server, is told. */
  function freed(port_id: string): void {
    bus.publish(CHANNEL, port_id)
    tell(port_id)
  }

  /** Binds a room to a port that may speak the voice: the one it has, else the one with the fewest rooms on air. */
  async function bound(
    room_id: string,
    voice_id: string,
    able: readonly store.Able[],
  ): Promise<store.Able | undefined> {
    const present = await store.bindingOf(db.query, room_id)
    const own = able.find(({ port_id }) => port_id === present?.port_id)
    if (own && present?.voice_id === voice_id && own.state !== 'down') return own
    const best = bestOf(able, voice_id)
    if (!best) return own
    const at = clock.now()
    await store.bind(db.query, { room_id, port_id: best.port_id, voice_id, at })
    tell(best.port_id)
    return best
  }

  async function tryTake(
    port: store.Able,
    voice_id: string,
    own: store.Able | undefined,
  ): Promise<Held | undefined> {
    const at = clock.now()
    const job = ids.next(at)
    const { port_id } = port
    if (!(await store.take(db.query, db.dialect, { port_id, job, voice_id, at }))) return undefined
    tell(port_id)
    const borrowed = own !== undefined && own.port_id !== port_id
    return { port, job, began: performance.now(), borrowed }
  }

  /** A port for one synthesis; waits for it. */
  async function acquire(
    { voice_id, room_id, port_id }: Wanted,
    not: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Held> {
    const began = performance.now()
    let tries: readonly store.Able[] = []
    let own: store.Able | undefined
    let wait_id: string | undefined
    let taken: Held | undefined
    let isQueued = false
    const waiter = waiters.add((freed_id) => tries.some((port) => port.port_id === freed_id))
    try {
      for (;;) {
        const able = (await store.portsFor(db.query, db.dialect, { voice_id })).filter(
          (port) => !not.has(port.port_id) && (port_id === undefined || port.port_id === port_id),
        )
        const usable = able.filter(({ state }) => state !== 'down')
        if (usable.length === 0) throw new EngineFault(able.length === 0 ? NO_PORT : ALL_DOWN)
        if (room_id !== undefined) own = await bound(room_id, voice_id, able)
        const left = OWN_MS - (performance.now() - began)
        const others = own && left > 0 && own.state !== 'down' ? [] : inOrder(usable, voice_id)
        tries = [...(own ? [own] : []), ...others].filter(({ state }) => state !== 'draining')
        for (const port of tries.filter(({ held }) => held === 0)) {
          taken = await tryTake(port, voice_id, own)
          if (taken) return taken
        }
        // With itself; who was let wait is not sent away afterwards
        if (!isQueued && waiters.count(usable) > MOST_A_PORT * usable.length) throw new VoiceBusy()
        isQueued = true
        const waits = performance.now() - began
        if (wait_id === undefined && waits >= QUEUED_MS) {
          wait_id = ids.next(clock.now())
          const at = own ?? usable[0]
          if (at) await store.wait(db.query, db.dialect, { wait_id, port_id: at.port_id })
        }
        const look = wait_id === undefined ? QUEUED_MS - waits : LOOK_AGAIN_MS
        await waiter.next(own && left > 0 ? Math.min(left, look) : look, signal)
      }
    } finally {
      waiter.leave(taken?.port.port_id)
      if (wait_id !== undefined) await store.waited(db.query, wait_id)
    }
  }

  async function release(
    { port, job, began, borrowed }: Held,
    outcome: Pick<store.Ended, 'first_ms' | 'failed'>,
  ): Promise<void> {
    const { port_id } = port
    const ended = { port_id, job, borrowed, at: clock.now(), busy_ms: performance.now() - began }
    const { down } = await db.transaction((trx) => store.release(trx, { ...ended, ...outcome }))
    if (down) log.warn({ port_id, why: outcome.failed?.why }, 'a voice port is down')
    freed(port_id)
  }

  async function speakAt(held: Held, wanted: Wanted, signal: AbortSignal): Promise<Made> {
    const { port } = held
    try {
      const [voice, server] = await Promise.all([
        voiceById(wanted.voice_id),
        serverById(db.query, port.server_id),
      ])
      const engine = engines[port.provider]
      if (!voice || !server || !engine) throw new EngineFault(NO_PORT)
      const sound = await engine.speak(
        { text: wanted.text, voice: { ...voice, ...wanted.manner }, server, port_id: port.port_id },
        signal,
      )
      const total_ms = Math.round(performance.now() - held.began)
      await release(held, { first_ms: sound.first_ms })
      return { ...sound, port_id: port.port_id, total_ms }
    } catch (error) {
      await release(held, failureOf(error, signal))
      throw error
    }
  }

  async function voiceById(voice_id: string) {
    const [row] = await store.spokenVoice(db.query, null, { voice_id })
    return row && { ...row, ...factsOf(row.params_json) }
  }

  return {
    /** Rejects with `EngineFault` where no port could, after another one was tried. */
    async speak(wanted: Wanted, callers: AbortSignal): Promise<Made> {
      const signal = AbortSignal.any([callers, closing.signal])
      const tried = new Set<string>()
      for (;;) {
        const held = await acquire(wanted, tried, signal)
        try {
          return await speakAt(held, wanted, signal)
        } catch (error) {
          const goesOn = error instanceof EngineFault && error.kind !== 'asked' && tried.size === 0
          if (!goesOn || signal.aborted || wanted.port_id !== undefined) throw error
          tried.add(held.port.port_id)
          if (!(await isThereAnother(wanted.voice_id, tried))) throw error
        }
      }
    },

    /** A sentence of the room was there already. */
    hit(room_id: string): void {
      hits.set(room_id, (hits.get(room_id) ?? 0) + 1)
    },

    freed,
    /** Servers, ports or voices are others now. */
    changed(port_ids: readonly string[] = []): void {
      bus.publish(CHANNEL, null)
      for (const port_id of port_ids) tell(port_id)
    },
    voiceById,

    async close() {
      closing.abort(new EngineFault(ENDING))
      unsubscribe()
      await counting.stop()
      await countHits()
    },
  }

  async function isThereAnother(voice_id: string, tried: ReadonlySet<string>): Promise<boolean> {
    const able = await store.portsFor(db.query, db.dialect, { voice_id })
    return able.some(({ port_id, state }) => !tried.has(port_id) && state !== 'down')
  }
}

export type Ports = ReturnType<typeof createPorts>

/** Those that need no other voice put in first; then those that no room needs as they are. */
export function inOrder(ports: readonly store.Able[], voice_id: string): store.Able[] {
  const cost = ({ swap, voice_id: has, rooms }: store.Able): number => {
    if (swap === 0 || has === voice_id) return 0
    return has === null ? 1 : rooms === 0 ? 2 : 3
  }
  // A port that rooms on air speak by with another voice is left to them.
  return ports
    .filter((port) => cost(port) < 3)
    .toSorted((a, b) => cost(a) - cost(b) || a.rooms - b.rooms)
}

const bestOf = (able: readonly store.Able[], voice_id: string): store.Able | undefined =>
  inOrder(
    able.filter(({ state }) => state !== 'down' && state !== 'draining'),
    voice_id,
  )[0]

/** Nobody waiting any more, or this server ending, is no fault of the port. */
function failureOf(error: unknown, signal: AbortSignal): Pick<store.Ended, 'failed'> {
  if (signal.aborted) return {}
  const kind = error instanceof EngineFault ? error.kind : 'failed'
  return { failed: { why: error instanceof Error ? error.message : String(error), kind } }
}

export const NO_PORT = words('这个音色没有可用的语音端口', 'No voice port can speak this voice')
const ALL_DOWN = words('这个音色的语音端口都有故障', 'All ports of this voice are down')
const ENDING = words('服务器正在停止', 'The server is ending')
