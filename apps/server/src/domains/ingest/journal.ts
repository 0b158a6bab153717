import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
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
export function createJournal({ folder, owner, maxBytes = MAX_BYTES }: Options): Journal {
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
        for (const { failed } of some) failed(error)
      }
    }
  }

  async function begin(): Promise<FileHandle> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    number += 1
    return open(join(folder, nameOf(owner, number)), 'a', 0o600)
  }

  /** What comes from now on goes into a new file. */
  async function turnOver(): Promise<void> {
    await writing
    const full = file
    file = undefined
    await full?.close()
  }

  return {
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`
      if (bytes + line.length > maxBytes) return Promise.resolve(false)
      bytes += line.length
      const written = new Promise<boolean>((resolve, reject) => {
        const failed = (error: unknown) => {
          bytes -= line.length
          reject(error)
        }
        waiting.push({ line, done: () => resolve(true), failed })
      })
      writing ??= write().finally(() => (writing = undefined))
      return written
    },
    async drain(take) {
      if (draining) return
      draining = true
      try {
        await turnOver()
        for (const name of own()) {
          const path = join(folder, name)
          for (const entry of entriesIn(await readFile(path, 'utf8'))) await take(entry)
          bytes -= statSync(path).size
          await rm(path)
        }
      } finally {
        draining = false
      }
    },
    inherit(isAlive) {
      for (const name of filesIn(folder)) {
        if (ownerOf(name) === owner || isAlive(ownerOf(name))) continue
        number += 1
        try {
          renameSync(join(folder, name), join(folder, nameOf(owner, number)))
          bytes += statSync(join(folder, nameOf(owner, number))).size
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
function entriesIn(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [Entry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}
