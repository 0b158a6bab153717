import * as z from 'zod/mini'

const PREFIX = 'kaibo:'
const MINUTE_MS = 60_000

const Stored = z.object({ value: z.unknown(), until: z.nullable(z.number()) })

export interface Entry<T> {
  /** `undefined` if there is no entry, if it has expired, or if it no longer fits its schema. */
  readonly read: () => T | undefined
  /** Returns whether it was stored: a browser may refuse. */
  readonly write: (value: T, minutes?: number) => boolean
  readonly remove: () => void
}

interface EntryOptions {
  /** Not removed when storage is full and is cleared to make room (spec §9). */
  saved?: boolean
  /** In `sessionStorage`: survives a reload, but not the tab. */
  ofTab?: boolean
}

/** A typed entry of the browser's storage. Keys that start with a saved entry's key are saved as well. */
export function entry<T>(
  key: string,
  schema: z.ZodMiniType<T>,
  { saved = false, ofTab = false }: EntryOptions = {},
): Entry<T> {
  const name = PREFIX + key
  const area: Area = ofTab ? () => sessionStorage : () => localStorage
  if (saved) savedKeys.add(name)
  return {
    read: () => readStored(area, name, schema),
    write: (value, minutes) => {
      const until = minutes === undefined ? null : Date.now() + minutes * MINUTE_MS
      return writeStored(area, name, JSON.stringify({ value, until }))
    },
    remove: () => attempt(area, (storage) => storage.removeItem(name)),
  }
}

/** The name that other tabs' `storage` events carry. */
export const storedName = (key: string): string => PREFIX + key

/** The rest of each key that begins with `prefix`. */
export const keysAfter = (prefix: string): string[] =>
  (attempt(() => localStorage, namesIn) ?? [])
    .filter((name) => name.startsWith(PREFIX + prefix))
    .map((name) => name.slice(PREFIX.length + prefix.length))

/** A function, as reading `localStorage` may throw. */
type Area = () => Storage

const savedKeys = new Set<string>()
const isSaved = (name: string) => [...savedKeys].some((saved) => name.startsWith(saved))

function readStored<T>(area: Area, name: string, schema: z.ZodMiniType<T>): T | undefined {
  const text = attempt(area, (storage) => storage.getItem(name))
  if (!text) return undefined
  const stored = z.safeParse(Stored, parse(text))
  const value = stored.success ? z.safeParse(schema, stored.data.value) : undefined
  const late = stored.success && stored.data.until !== null && stored.data.until <= Date.now()
  if (value?.success && !late) return value.data
  attempt(area, (storage) => storage.removeItem(name))
  return undefined
}

function writeStored(area: Area, name: string, text: string): boolean {
  const put = (storage: Storage) => {
    storage.setItem(name, text)
    return true
  }
  return attempt(area, put) ?? attempt(area, makeRoom) ?? attempt(area, put) ?? false
}

/** Clears every key but the saved ones, as spec §9 asks when storage is full. */
function makeRoom(storage: Storage): undefined {
  for (const name of namesIn(storage)) if (!isSaved(name)) storage.removeItem(name)
}

const namesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/** Storage throws if it is full or disabled; callers then go on without it. */
function attempt<T>(area: Area, act: (storage: Storage) => T): T | undefined {
  try {
    return act(area())
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
