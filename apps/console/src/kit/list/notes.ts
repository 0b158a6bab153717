import { useEffect, useEffectEvent } from 'react'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { useLive } from '#client/live.ts'
import { signal } from '#client/signal.ts'

interface Note {
  endpoint: Endpoint
  keys: readonly string[]
}

const noted = signal<Note>()

/** Tells the list on screen that somebody else changed rows; it shows their number and a button that loads them. */
export const noteChange = (endpoint: Endpoint, keys: readonly string[]): void =>
  noted.emit({ endpoint, keys })

/** Subscribes to the rows of a list that somebody else changed; the server announces those of calls marked `live` in the contract. */
export function useNotes(endpoint: Endpoint, onKeys: (keys: readonly string[]) => void): void {
  const hear = useEffectEvent(onKeys)
  const { name, live } = endpoint
  useEffect(() => noted.on((note) => note.endpoint.name === name && hear(note.keys)), [name])
  useLive(live ? name : undefined, ({ data }) => noteChange(endpoint, data))
}
