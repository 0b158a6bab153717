import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** A push whose signature was good, and that could not be stored yet. */
const Entry = z.object({
  account_id: z.string(),
  room_id: z.string(),
  type: z.string(),
  body: z.string(),
})
export type Entry = z.infer<typeof Entry>

const MAX_BYTES = 268_435_456
const SUFFIX = '.journal'

interface Options {
  folder: string
  /** This server's name: several may have one data folder. */
  owner: string
  maxBytes?: number
  /** How a file is begun. */
  openFile?: typeof open
}

interface Waiting {
  line: string
  size: number
  done: () => void
  failed: (error: unknown) => void
}

const sizeOf = (some: readonly Waiting[]) => some.reduce((sum, { size }) => sum + size, 0)

export interface Journal {
  /** Resolves when it is on the disk; false where the journal is full. */
  append(entry: Entry): Promise<boolean>
  /** Takes what is kept in its order; where `take` throws, the rest stays. */
  drain(take: (entry: Entry) => Promise<void>): Promise<void>
  /** Makes its own what servers that are gone have left. */
  inherit(isAlive: (owner: string) => boolean): void
  readonly bytes: number
}

/** A bounded list on the disk: one file for what comes, older ones that are being taken. */
export function createJournal({
  folder,
  owner,
  maxBytes = MAX_BYTES,
  openFile = open,
}: Options): Journal {
  let number = 0
  /** What stands in each file, and what is to be written. */
  const sizes = new Map<string, number>()
  let unwritten = 0
  let file: FileHandle | undefined
  /** The file that is written, or about to be begun. */
  let current = ''
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let draining = false

  const bytes = () => [...sizes.values()].reduce((sum, size) => sum + size, unwritten)

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      try {
        file ??= await begin()
        await file.appendFile(some.map(({ line }) => line).join(''))
        await file.datasync()
        if (!existsSync(join(folder, current))) {
          // Another server took it for what one left that is gone, perhaps before this stood in it. What is stored twice counts once.
          await leave()
          waiting = [...some, ...waiting]
          continue
        }
        const size = sizeOf(some)
        sizes.set(current, (sizes.get(current) ?? 0) + size)
        unwritten -= size
        for (const { done } of some) done()
      } catch (error) {
        // What came of the write may be half a line: nothing may be written behind it.
        await leave().catch(() => {})
        unwritten -= sizeOf(some)
        for (const { failed } of some) failed(error)
      }
    }
    // With the last look at what waits: what comes from now on begins anew.
    writing = undefined
  }

  async function begin(): Promise<FileHandle> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    number += 1
    current = nameOf(owner, number)
    return openFile(join(folder, current), 'a', 0o600)
  }

  async function leave(): Promise<void> {
    const left = file
    file = undefined
    current = ''
    await left?.close()
  }

  /** What comes from now on goes into a new file. */
  async function turnOver(): Promise<void> {
    for (let last = writing; last; last = writing) await last
    await leave()
  }

  /** This server's files that are not written any more. Those that another server took are none of its own. */
  function ended(): string[] {
    const own = filesIn(folder).filter((name) => ownerOf(name) === owner)
    for (const name of sizes.keys()) if (!own.includes(name)) sizes.delete(name)
    return own.filter((name) => name !== current)
  }

  return {
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`
      const size = Buffer.byteLength(line)
      if (bytes() + size > maxBytes) return Promise.resolve(false)
      unwritten += size
      const written = new Promise<boolean>((resolve, failed) => {
        waiting.push({ line, size, done: () => resolve(true), failed })
      })
      writing ??= write()
      return written
    },
    async drain(take) {
      if (draining) return
      draining = true
      try {
        await turnOver()
        for (const name of ended()) {
          const path = join(folder, name)
          for (const entry of entriesIn(wholeLines(await readFile(path, 'utf8')))) await take(entry)
          await rm(path)
          sizes.delete(name)
        }
      } finally {
        draining = false
      }
    },
    inherit(isAlive) {
      for (const name of filesIn(folder)) {
        if (ownerOf(name) === owner || isAlive(ownerOf(name))) continue
        number += 1
        const mine = nameOf(owner, number)
        try {
          renameSync(join(folder, name), join(folder, mine))
          sizes.set(mine, Buffer.byteLength(wholeLines(readFileSync(join(folder, mine), 'utf8'))))
        } catch (error) {
          // Another server was faster.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        }
      }
    },
    get bytes() {
      return bytes()
    },
  }
}

const nameOf = (owner: string, number: number) =>
  `${owner}.${String(number).padStart(8, '0')}${SUFFIX}`

const ownerOf = (name: string) => name.split('.')[0] ?? ''

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(SUFFIX))
      .sort()
  } catch {
    return []
  }
}

/** A last line that is cut off was never answered for. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

function entriesIn(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [Entry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}
