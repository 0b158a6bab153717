import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { signal } from '#client/signal.ts'

interface Note {
  endpoint: Endpoint
  keys: readonly string[]
}

const noted = signal<Note>()
export const onNote = noted.on

/** Tells a list on screen that rows changed elsewhere, as a live message says; it counts them and offers to load them. */
export const noteChange = (endpoint: Endpoint, keys: readonly string[]): void =>
  noted.emit({ endpoint, keys })
