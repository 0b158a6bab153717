import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
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
  let bytes = 0
  let file: FileHandle | undefined
  let waiting: { line: string; done: () => void; failed: (error: unknown) => void }[] = []
  let writing: Promise<void> | undefined
  let draining = false

  const own = () => filesIn(folder).filter((name) => ownerOf(name) === owner)

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      try {
        file ??= await begin()
        await file.appendFile(some.map(({ line }) => line).join(''))
        await file.datasync()
        for (const { done } of some) done()
      } catch (error) {
        // What came of the write may be half a line: nothing may be written behind it.
        await file?.close().catch(() => {})
        file = undefined
        for (const { failed } of some) failed(error)
      }
    }
    // With the last look at what waits: what comes from now on begins anew.
    writing = undefined
  }

  async function begin(): Promise<FileHandle> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    number += 1
    return openFile(join(folder, nameOf(owner, number)), 'a', 0o600)
  }

  /** What comes from now on goes into a new file. */
  async function turnOver(): Promise<void> {
    for (let last = writing; last; last = writing) await last
    const full = file
    file = undefined
    await full?.close()
  }

  return {
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`
      const size = Buffer.byteLength(line)
      if (bytes + size > maxBytes) return Promise.resolve(false)
      bytes += size
      const written = new Promise<boolean>((resolve, reject) => {
        const failed = (error: unknown) => {
          bytes -= size
          reject(error)
        }
        waiting.push({ line, done: () => resolve(true), failed })
      })
      writing ??= write()
      return written
    },
    async drain(take) {
      if (draining) return
      draining = true
      try {
        await turnOver()
        for (const name of own()) {
          const path = join(folder, name)
          const text = wholeLines(await readFile(path, 'utf8'))
          for (const entry of entriesIn(text)) await take(entry)
          await rm(path)
          bytes -= Buffer.byteLength(text)
        }
      } finally {
        draining = false
      }
    },
    inherit(isAlive) {
      for (const name of filesIn(folder)) {
        if (ownerOf(name) === owner || isAlive(ownerOf(name))) continue
        number += 1
        const path = join(folder, nameOf(owner, number))
        try {
          renameSync(join(folder, name), path)
          bytes += Buffer.byteLength(wholeLines(readFileSync(path, 'utf8')))
        } catch (error) {
          // Another server was faster.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        }
      }
    },
    get bytes() {
      return bytes
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
