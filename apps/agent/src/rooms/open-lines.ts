import { appendFileSync, truncateSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import { jsonIn } from '#json/parse.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

const ENDING = '.lines.jsonl'
const MAX_BYTES = 16_384
/** The spool has written what it was told by then. */
const WRITTEN_MS = 1_000
const WHY = '客户端中断，这一句没有说完'

interface OpenLinesOptions {
  folder: string
  room_code: string
  time: Time
  log: Log
}

/**
 * Which sentences of a room have begun to wait and have not ended: on the disk at once, so that of a process that is killed
 * none is left open on the timeline.
 */
export class OpenLines {
  readonly #options: OpenLinesOptions
  readonly #path: string
  readonly #open = new Set<string>()
  #bytes = 0
  #writtenAt = 0

  constructor(options: OpenLinesOptions) {
    this.#options = options
    this.#path = join(options.folder, `${options.room_code}${ENDING}`)
  }

  note(item: SpeechItem): void {
    if (item.state === 'speaking') return
    const now = this.#options.time.elapsed()
    const isDone = this.#open.size === 0 && now - this.#writtenAt > WRITTEN_MS
    if (item.state === 'queued') this.#open.add(item.speech_id)
    else this.#open.delete(item.speech_id)
    try {
      if (isDone && this.#bytes > MAX_BYTES) {
        truncateSync(this.#path)
        this.#bytes = 0
      }
      const line = `${JSON.stringify(item)}\n`
      appendFileSync(this.#path, line)
      this.#bytes += Buffer.byteLength(line)
      this.#writtenAt = now
    } catch (error) {
      this.#options.log.debug({ err: error }, '没有记下待说的话')
    }
  }
}

interface Telling {
  folder: string
  now: () => number
  spool: (item: SpeechItem) => void
  flush: () => Promise<boolean>
}

/** Tells how the sentences of the last process ended: those that had not have failed. What the server knows is not stored twice. */
export async function tellOpenLines({ folder, now, spool, flush }: Telling): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING))
  for (const name of names)
    for (const item of await lastOf(join(folder, name)))
      spool(item.state === 'queued' ? { ...item, state: 'failed', at: now(), why: WHY } : item)
  // Killed before that, they are told again
  if (names.length === 0 || !(await flush())) return
  for (const name of names) await rm(join(folder, name), { force: true })
}

/** Of each sentence what was noted last. */
async function lastOf(path: string): Promise<Iterable<SpeechItem>> {
  const found = new Map<string, SpeechItem>()
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const { data } = SpeechItem.safeParse(jsonIn(line))
    if (data) found.set(data.speech_id, data)
  }
  return found.values()
}
