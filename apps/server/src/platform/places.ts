/** Gives a place back; a second time it does nothing. */
export type Leave = () => void

/** A bounded number of places: for each key, and in all. */
export interface Places {
  /** Undefined where no place is left. Without a key only the bound for all applies. */
  take(key?: string): Leave | undefined
  isFull(): boolean
}

export function createPlaces({ each, all }: { each: number; all: number }): Places {
  const taken = new Map<string, number>()
  let total = 0

  function count(key: string | undefined, by: number): void {
    total += by
    if (key === undefined) return
    const left = (taken.get(key) ?? 0) + by
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
  }

  return {
    isFull: () => total >= all,
    take(key) {
      const own = key === undefined ? 0 : (taken.get(key) ?? 0)
      if (total >= all || own >= each) return undefined
      count(key, 1)
      let isTaken = true
      return () => {
        if (isTaken) count(key, -1)
        isTaken = false
      }
    },
  }
}
