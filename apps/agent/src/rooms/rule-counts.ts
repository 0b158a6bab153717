import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { MAX_COUNTED_WORDS, MAX_COUNTS } from '@kaibo/contract/agent/rule-items.schema.ts'
import { HEARD } from '@kaibo/contract/talk/talk.enums.ts'
import type { WordSide } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Hit } from '@kaibo/rules/words/screen.ts'

type Counts = Pick<Extract<SpoolItem, { type: 'counts' }>, 'minute' | 'rows' | 'words'>
type WordCount = NonNullable<Counts['words']>[number]
type Row = Counts['rows'][number]

const MINUTE_MS = 60_000

/** Counts every decision of a room, and forbidden words that were found, by the minute of the server's clock. Of a process that is killed the last minute is lost. */
export class RuleCounts {
  readonly #rows = new Map<string, Row>()
  readonly #words = new Map<string, WordCount>()
  #minute = 0

  /** What was decided of one moment. */
  add(decisions: readonly Decision[]): void {
    const heard = new Set<string>()
    for (const { set_id, v, node_id, outcome, event_id } of decisions) {
      this.#count(set_id, v, node_id, outcome)
      const key = `${set_id} ${event_id}`
      if (heard.has(key)) continue
      heard.add(key)
      this.#count(set_id, v, '', HEARD)
    }
  }

  addWords(side: WordSide, hits: readonly Hit[]): void {
    for (const { word } of hits) {
      const key = `${side} ${word}`
      const row = this.#words.get(key)
      if (row) row.n++
      else if (this.#words.size < MAX_COUNTED_WORDS) this.#words.set(key, { word, side, n: 1 })
    }
  }

  /** What was counted in the minute that `now` is no more in; nothing in the same minute. To be called before `add`. */
  turn(now: number): Counts[] {
    const minute = Math.floor(now / MINUTE_MS)
    const ended = minute === this.#minute ? [] : this.take()
    this.#minute = minute
    return ended
  }

  /** What was counted since it was taken last. */
  take(): Counts[] {
    const rows = [...this.#rows.values()]
    this.#rows.clear()
    const words = [...this.#words.values()]
    this.#words.clear()
    const taken: Counts[] = words.length > 0 ? [{ minute: this.#minute, rows: [], words }] : []
    for (let at = 0; at < rows.length; at += MAX_COUNTS)
      taken.push({ minute: this.#minute, rows: rows.slice(at, at + MAX_COUNTS) })
    return taken
  }

  #count(set_id: string, v: number, node_id: string, outcome: string): void {
    const key = `${set_id} ${v} ${node_id} ${outcome}`
    const row = this.#rows.get(key)
    if (row) row.n++
    else this.#rows.set(key, { set_id, v, node_id, outcome, n: 1 })
  }
}
