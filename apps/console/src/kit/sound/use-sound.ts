import { useEffect, useState } from 'react'

/** Whether a text sounds as a term is typed. */
export type Hears = (text: string, term: string) => boolean

const LATIN = /[a-z]/i

let known: Hears | undefined

/** For a list that is narrowed in the browser. Undefined until letters are typed that may be a sound, and its table is here. */
export function useSound(typed: string): Hears | undefined {
  const [hears, setHears] = useState(() => known)
  const isWanted = hears === undefined && LATIN.test(typed)
  useEffect(() => {
    if (isWanted) void load(setHears)
  }, [isWanted])
  return hears
}

/** Where it cannot be loaded, the list is narrowed by letters alone, until they are typed anew. */
async function load(onLoaded: (hears: () => Hears) => void): Promise<void> {
  const sound = await import('./sound.ts').catch(() => undefined)
  if (!sound) return
  known = sound.hears
  onLoaded(() => sound.hears)
}
