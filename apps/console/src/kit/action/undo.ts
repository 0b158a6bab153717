import { useSyncExternalStore } from 'react'
import type { CallName } from '@kaibo/contract/kernel/endpoint.ts'
import { currentSession, onSession } from '#client/session.ts'
import { signal } from '#client/signal.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Undo } from './action.ts'

/** How long what was done can be taken back. */
export const UNDO_MS = 10_000
/** More are not read; the oldest goes. */
const MAX_OFFERS = 3

/** One write that takes one record back. */
export interface Step {
  name: string
  run: () => Promise<unknown>
}

/** Something that was done, and how it is taken back. */
export interface Undoable {
  /** `已停用「星河公会」` */
  said: Words
  /** A record each. */
  steps: readonly Step[]
  refreshes: readonly CallName[]
}

export interface Offer extends Undoable {
  id: number
}

/** The newest last. */
let offers: readonly Offer[] = []
let count = 0
let holders = 0
const changed = signal<void>()

export const useOffers = (): readonly Offer[] => useSyncExternalStore(changed.on, () => offers)
/** Whether their time stands still: a dialog shows how it went. */
export const useOffersHeld = (): boolean => useSyncExternalStore(changed.on, () => holders > 0)

/** Answers the function that lets time pass again. */
export function holdOffers(): () => void {
  holders += 1
  changed.emit()
  return () => {
    holders -= 1
    changed.emit()
  }
}

export const stepOf = <Row>({ nameOf, run }: Undo<Row>, row: Row, answer: unknown): Step => ({
  name: nameOf(row),
  // What it was answered is the contract's promise: the act and its undo are of one declaration.
  run: () => run(row, answer as never),
})

export function offerUndo(undoable: Undoable): void {
  become([...offers, { ...undoable, id: count++ }].slice(-MAX_OFFERS))
}

export const dropOffer = (id: number): void => become(offers.filter((one) => one.id !== id))

function become(next: readonly Offer[]): void {
  offers = next
  changed.emit()
}

// What one person did is not taken back in another's name.
let token = currentSession().token
onSession(() => {
  const now = currentSession().token
  if (now !== token) become([])
  token = now
})
