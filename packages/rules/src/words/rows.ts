import { Automaton } from './automaton.ts'

/** Rows of letters, each once, with all that is sought by it. */
export class Rows<Sought> {
  readonly rows: number[][] = []
  readonly of: Sought[][] = []
  readonly #known = new Map<string, number>()
  #automaton: Automaton | undefined

  add(row: number[], sought: Sought): void {
    if (row.length === 0) return
    const key = String.fromCharCode(...row)
    const known = this.#known.get(key)
    if (known !== undefined) {
      this.of[known]?.push(sought)
      return
    }
    this.#known.set(key, this.rows.length)
    this.rows.push(row)
    this.of.push([sought])
  }

  /** Made when it is first needed: nothing is added afterwards. */
  get automaton(): Automaton {
    return (this.#automaton ??= new Automaton(this.rows))
  }
}
