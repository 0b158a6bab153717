import { randomUUID } from 'node:crypto'
import { startBeat } from '../beat.ts'
import type { Db } from '../db/db.ts'
import { afterCommit } from '../db/ending.ts'
import type { Bus, Wire } from './bus.ts'
import { createListeners } from './listeners.ts'
import * as store from './rows.store.ts'

/** Read again each time, because rows that got their instant earlier may be committed later. */
const OVERLAP_MS = 10_000
/** How long rows are kept: who has not read for longer than `GAP_MS` may have missed some. */
const KEPT_MS = 60_000
const GAP_MS = KEPT_MS - OVERLAP_MS
const READ_EVERY_MS = 1_000
/** What is said within this time is written with one statement. */
const WRITE_AFTER_MS = 20
const PART_LENGTH = 8_000
/** The first half of a character of two units. */
const HIGH = /[\uD800-\uDBFF]/
/** What waits for a database that is away; the oldest goes first. */
const MAX_WAITING = 20_000

interface Said {
  /** Who says it, and by which id it is known. */
  s: string
  k: string
  t: string
  m: unknown
}

interface Options<Tables> {
  db: Db<Tables>
  /** This server's name among the others. */
  sender: string
  wire: Wire | undefined
  onError: (error: unknown) => void
  readEveryMs?: number
}

/**
 * Between servers on one database: what is said is a row that each reads, and where there is a wire it is heard at once.
 * What others said before it is open is not heard: whoever opens it reads how things are afterwards.
 */
export async function openRowsBus<Tables>({
  db,
  sender,
  wire,
  onError,
  readEveryMs = READ_EVERY_MS,
}: Options<Tables>): Promise<Bus> {
  const { dialect } = db
  const listeners = createListeners(onError)
  const gapListeners: (() => void)[] = []
  /** Ids that were heard, in the order of hearing. */
  const known = new Map<string, number>()
  let waiting: (store.Part & { since: number })[] = []
  let writing: NodeJS.Timeout | undefined
  let isWriting = false
  let forgotAt = performance.now()

  const isNew = (id: string): boolean => {
    if (known.has(id)) return false
    known.set(id, performance.now())
    return true
  }

  const before = await store.idsSince(db.query, dialect, sender, { lastMs: OVERLAP_MS })
  before.ids.forEach(isNew)
  let readTo = before.now

  wire?.hear((text) => {
    const said = JSON.parse(text) as Said
    if (said.s !== sender && said.k && isNew(said.k)) listeners.tell(said.t, said.m)
  })

  const say = (k: string, t: string, m: unknown) =>
    wire?.say(JSON.stringify({ s: sender, k, t, m } satisfies Said))

  async function writeWaiting(): Promise<void> {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    const parts = waiting.splice(0)
    try {
      await store.write(db.query, dialect, sender, parts)
    } catch (error) {
      const oldest = performance.now() - KEPT_MS
      waiting = [...parts, ...waiting].filter(({ since }) => since > oldest).slice(-MAX_WAITING)
      throw error
    } finally {
      isWriting = false
    }
  }

  function writeSoon(): void {
    writing ??= setTimeout(() => {
      writing = undefined
      // The next reading tries again.
      writeWaiting().catch(() => {})
    }, WRITE_AFTER_MS)
  }

  async function read(): Promise<void> {
    await writeWaiting()
    const since = { at: readTo - OVERLAP_MS }
    const { now, ids } = await store.idsSince(db.query, dialect, sender, since)
    const hasGap = now - readTo > GAP_MS
    readTo = now
    const unheard = ids.filter((id) => !known.has(id))
    for (const { id, topic, text } of wholes(
      unheard.length > 0 ? await store.read(db.query, unheard) : [],
    ))
      if (isNew(id)) listeners.tell(topic, JSON.parse(text))
    if (hasGap) for (const tell of gapListeners) tell()
    await tidy()
  }

  async function tidy(): Promise<void> {
    const at = performance.now()
    if (at - forgotAt < OVERLAP_MS) return
    forgotAt = at
    for (const [id, heardAt] of known) {
      if (at - heardAt < 2 * KEPT_MS) break
      known.delete(id)
    }
    await store.forget(db.query, dialect, KEPT_MS)
  }

  const beat = startBeat(readEveryMs, read, onError)

  return {
    publish(channel, message) {
      const id = randomUUID()
      queueMicrotask(() => listeners.tell(channel, message))
      say(id, channel, message)
      const since = performance.now()
      waiting.push(...partsOf(id, channel, message).map((part) => ({ ...part, since })))
      writeSoon()
    },
    async publishIn(trx, channel, message) {
      const id = randomUUID()
      await store.write(trx, dialect, sender, partsOf(id, channel, message))
      afterCommit(trx, () => {
        listeners.tell(channel, message)
        say(id, channel, message)
      })
    },
    hint(channel, message) {
      queueMicrotask(() => listeners.tell(channel, message))
      say(randomUUID(), channel, message)
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      clearTimeout(writing)
      await beat.stop()
      await writeWaiting().catch(onError)
      listeners.clear()
    },
  }
}

function partsOf(id: string, topic: string, message: unknown): store.Part[] {
  const texts = inPieces(JSON.stringify(message) ?? 'null')
  return texts.map((payload, part) => ({ id, part, parts: texts.length, topic, payload }))
}

/** No piece ends within a character: half of one is no text that a database takes. */
function inPieces(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const end = from + PART_LENGTH
    const isWithin = end < text.length && HIGH.test(text.charAt(end - 1))
    const to = isWithin ? end - 1 : end
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

/** The messages of which every part is there; the parts of each come in their order. */
function wholes(parts: readonly store.Part[]): { id: string; topic: string; text: string }[] {
  const byId = new Map<string, store.Part[]>()
  for (const part of parts) byId.set(part.id, [...(byId.get(part.id) ?? []), part])
  return [...byId.values()].flatMap((all) => {
    const [first] = all
    if (!first || all.length < first.parts) return []
    return { id: first.id, topic: first.topic, text: all.map(({ payload }) => payload).join('') }
  })
}
