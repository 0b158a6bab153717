import { startBeat, type Beat } from '../beat.ts'
import type { BusState, Wire } from '../bus/bus.ts'
import type { Db } from '../db/db.ts'
import * as store from './instance.store.ts'

const BEAT_MS = 5_000
/** A server that has not written for so long is taken for dead. */
export const DEAD_AFTER_MS = 35_000
/** A sibling that writes, is on the bus and is not heard for so long: something is broken, whatever the bus says of itself. */
const UNHEARD_MS = 15_000
/** Who was lost longer ago is not missed any more. */
const MISSED_MS = 900_000
const KEPT_MS = 30 * 24 * 3_600_000
const TIDY_EVERY_MS = 60_000

export interface Instances {
  readonly id: string
  /** Whether this server and others hear each other at once, as this server sees it. */
  bus(): BusState
  /** The servers that live, this one among them, as they were last read. */
  others(): readonly store.InstanceRow[]
  /** Who says what this server has: at each beat. */
  describe(
    facts: () => Promise<Pick<store.InstanceFacts, 'agents' | 'consoles'> & { more: object }>,
  ): void
  /** When another server last said that the database answers it, by `performance.now`; it says so on the bus, which may be late. */
  readonly othersWellAt: number
  /** Those that were lost within the last minutes: they wrote no row any more, and did not end. */
  lost(): Promise<store.InstanceRow[]>
  startUp(): Promise<void>
  beat(): Promise<void>
  /** Says that this server has ended. What is closed after it may call it again. */
  close(): Promise<void>
}

/** On the bus; what is said about something else has no `well`. */
interface Said {
  s: string
  /** Whether the database answers the sender, and when that was, by the time of all servers. */
  well?: boolean
  at?: number
}

interface Options<Tables> {
  db: Db<Tables>
  wire: Wire | undefined
  own: Pick<store.InstanceRow, 'id' | 'host' | 'pid' | 'version' | 'schema_name'>
  /** How far this machine's clock is ahead of the database's. */
  offset: () => number
  onError: (error: unknown) => void
  /** The time that all servers have. */
  time: () => number
  now?: () => number
}

const nothing = async () => ({ agents: 0, consoles: 0, more: {} })

/** Within `facts_json`: the servers that this one should hear and does not. */
interface Unheard {
  unheard?: readonly string[]
}

const isOffBus = ({ bus }: store.InstanceRow) => bus === 'none' || bus === 'cut'

const unheardBy = ({ facts_json }: store.InstanceRow): readonly string[] =>
  (JSON.parse(facts_json || '{}') as Unheard).unheard ?? []

/** The servers on one database: each writes a row and says its name on the bus every five seconds. */
export function createInstances<Tables>(options: Options<Tables>): Instances {
  const { db, wire, own, offset, onError, time, now = () => performance.now() } = options
  const { dialect } = db
  /** By id: when a sibling was heard on the bus, or first seen in the table. */
  const heardAt = new Map<string, number>()
  let alive: store.InstanceRow[] = []
  let describe: Parameters<Instances['describe']>[0] = nothing
  let running: Beat | undefined
  let tidiedAt = -Infinity
  let othersWellAt = -Infinity
  let ended: Promise<void> | undefined

  wire?.hear((text) => {
    const { s, well, at = time() } = JSON.parse(text) as Said
    if (s === own.id) return
    heardAt.set(s, now())
    if (well) othersWellAt = Math.max(othersWellAt, now() - Math.max(0, time() - at))
  })

  /** Those that are on the bus, by their own word. */
  const siblings = () => alive.filter((one) => one.id !== own.id && !isOffBus(one))
  const isUnheard = ({ id }: store.InstanceRow) => now() - (heardAt.get(id) ?? now()) > UNHEARD_MS

  function bus(): BusState {
    if (!wire) return 'none'
    if (!wire.isConnected) return 'cut'
    const all = siblings()
    if (all.length === 0) return 'ok'
    if (all.every(isUnheard)) return 'deaf'
    return all.every((one) => unheardBy(one).includes(own.id)) ? 'mute' : 'ok'
  }

  async function beat(): Promise<void> {
    wire?.say(JSON.stringify({ s: own.id, well: !db.isAway, at: time() } satisfies Said))
    const { more, ...counts } = await describe()
    const unheard = siblings()
      .filter(isUnheard)
      .map(({ id }) => id)
    const facts_json = JSON.stringify({ ...more, unheard } satisfies Unheard)
    const facts = { ...counts, bus: bus(), offset_ms: offset(), facts_json }
    await store.keep(db.query, dialect, own.id, facts)
    alive = await store.seenWithin(db.query, dialect, { from: DEAD_AFTER_MS, to: 0 })
    const living = new Set(alive.map(({ id }) => id))
    // Who comes onto the bus has its time to be heard from then on.
    for (const one of alive) if (isOffBus(one) || !heardAt.has(one.id)) heardAt.set(one.id, now())
    for (const id of heardAt.keys()) if (!living.has(id)) heardAt.delete(id)
    if (now() - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = now()
    await store.tidy(db.query, dialect, KEPT_MS)
  }

  async function end(): Promise<void> {
    await running?.stop()
    await store.end(db.query, dialect, own.id).catch(onError)
  }

  return {
    id: own.id,
    bus,
    others: () => alive,
    get othersWellAt() {
      return othersWellAt
    },
    lost: () => store.seenWithin(db.query, dialect, { from: MISSED_MS, to: DEAD_AFTER_MS }),
    describe: (facts) => void (describe = facts),
    async startUp() {
      await store.add(db.query, dialect, own)
      await beat()
      running = startBeat(BEAT_MS, beat, onError)
    },
    beat,
    close: () => (ended ??= end()),
  }
}
