import type { DataOf, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Problem, RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { CallError } from '#client/errors.ts'
import { signal } from '#client/signal.ts'
import { rebased, type Clash, type Side } from './talk.rebase.ts'
import { begun, redone, stepped, undone, type Steps } from '#kit/steps/steps.ts'

export type RuleData = DataOf<typeof talkApi.data>

interface Calls {
  save: (input: InputOf<typeof talkApi.save>) => Promise<DataOf<typeof talkApi.save>>
  read: (rule_id: string) => Promise<RuleData>
}

/** What two people did to the same rules, as long as it is not answered. */
export interface Conflict {
  /** Who saved meanwhile, in the server's words. */
  message: string
  clashes: readonly Clash[]
  sides: ReadonlyMap<string, Side>
}

export interface Editing {
  readonly steps: Steps<RootNode>
  readonly row: RuleRow
  readonly saved: RootNode
  readonly problems: readonly Problem[]
  readonly isSaving: boolean
  /** Something was saved since the editor was opened. */
  readonly hasSaved: boolean
  readonly error: CallError | undefined
  readonly conflict: Conflict | undefined
}

/** The draft of one set as a person has it. Nothing that others save is overwritten: it is put together with this, rule by rule. */
export class RuleDraft {
  readonly #calls: Calls
  readonly #changed = signal<void>()
  #now: Editing
  #rest: RuleData['set']
  #saving: Promise<boolean> | undefined
  /** What was changed and what was saved when the conflict began. */
  #trees: { base: RootNode; mine: RootNode; theirs: RootNode } | undefined

  constructor({ row, set, problems }: RuleData, calls: Calls) {
    this.#calls = calls
    this.#rest = set
    this.#now = {
      steps: begun(set.root),
      row,
      saved: set.root,
      problems,
      isSaving: false,
      hasSaved: false,
      error: undefined,
      conflict: undefined,
    }
  }

  readonly on = (listener: () => void) => this.#changed.on(listener)
  readonly now = (): Editing => this.#now

  get isDirty(): boolean {
    return this.#now.steps.now !== this.#now.saved
  }

  /** `tag`: what is changed, where typing on is one step. */
  change(root: RootNode, tag?: string): void {
    const step = tag === undefined ? undefined : { tag, at: performance.now() }
    this.#set({ steps: stepped(this.#now.steps, root, step), error: undefined })
  }

  undo(): void {
    this.#set({ steps: undone(this.#now.steps), error: undefined })
  }

  redo(): void {
    this.#set({ steps: redone(this.#now.steps), error: undefined })
  }

  /** Saves until nothing is left to save; nothing where that failed, or a conflict has to be answered first. */
  async keep(): Promise<RuleRow | undefined> {
    while (this.isDirty || this.#saving) {
      if (this.#now.conflict) return undefined
      const isSaved = await (this.#saving ??= this.#save())
      if (!isSaved) return undefined
    }
    return this.#now.row
  }

  /** The row has another version, and nothing that is not published. */
  published(version: number): void {
    this.#set({ row: { ...this.#now.row, is_dirty: false, version } })
  }

  choose(id: string, side: Side): void {
    const { conflict } = this.#now
    if (!conflict || !this.#trees) return
    const sides = new Map(conflict.sides).set(id, side)
    const { root } = rebased(this.#trees, sides)
    this.#set({ conflict: { ...conflict, sides }, steps: begun(root) })
  }

  /** The conflict is answered as it is chosen. */
  settle(): void {
    this.#trees = undefined
    this.#set({ conflict: undefined })
  }

  async #save(): Promise<boolean> {
    const { steps, row } = this.#now
    const root = steps.now
    this.#set({ isSaving: true, error: undefined })
    try {
      const { rule_id, version } = row
      const answer = await this.#calls.save({ rule_id, version, set: { ...this.#rest, root } })
      this.#set({ row: answer.row, problems: answer.problems, saved: root, hasSaved: true })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === Code.conflict) return await this.#rebase(error)
      this.#set({ error })
      return false
    } finally {
      this.#saving = undefined
      this.#set({ isSaving: false })
    }
  }

  /** Somebody has saved meanwhile: my changes on top of theirs. Answers whether nothing has to be asked. */
  async #rebase({ message }: CallError): Promise<boolean> {
    const { row, set, problems } = await this.#calls.read(this.#now.row.rule_id)
    const trees = { base: this.#now.saved, mine: this.#now.steps.now, theirs: set.root }
    const { root, clashes } = rebased(trees)
    this.#rest = set
    this.#trees = trees
    // Steps of before would undo what others did
    this.#set({
      steps: begun(root),
      saved: set.root,
      row,
      problems,
      conflict: clashes.length > 0 ? { message, clashes, sides: new Map() } : undefined,
    })
    return clashes.length === 0
  }

  #set(change: Partial<Editing>): void {
    this.#now = { ...this.#now, ...change }
    this.#changed.emit()
  }
}
