import { useEffect, useEffectEvent } from 'react'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { useLive } from '#client/live.ts'
import { signal } from '#client/signal.ts'

interface Note {
  endpoint: Endpoint
  keys: readonly string[]
}

const noted = signal<Note>()

/** Tells a list on screen that rows changed elsewhere; it counts them and offers to load them. */
export const noteChange = (endpoint: Endpoint, keys: readonly string[]): void =>
  noted.emit({ endpoint, keys })

/** Hears which rows of a list changed elsewhere; where its line in the contract says `live`, the server tells. */
export function useNotes(endpoint: Endpoint, onKeys: (keys: readonly string[]) => void): void {
  const hear = useEffectEvent(onKeys)
  const { name, live } = endpoint
  useEffect(() => noted.on((note) => note.endpoint.name === name && hear(note.keys)), [name])
  useLive(live ? name : undefined, ({ data }) => noteChange(endpoint, data))
}
