import { useCallback, useMemo, useState } from 'react'

/** Rows chosen on any page; each as it was last seen. */
export function useSelection<Row>(keyOf: (row: Row) => string, shown: readonly Row[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())

  const set = useCallback(
    (rows: readonly Row[], selected: boolean) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (selected) after.set(keyOf(row), row)
          else after.delete(keyOf(row))
        }
        return after
      }),
    [keyOf],
  )
  const drop = useCallback(
    (key: string) => setChosen((before) => new Map([...before].filter(([other]) => other !== key))),
    [],
  )
  const rows = useMemo(() => {
    const fresh = new Map(shown.map((row) => [keyOf(row), row]))
    return [...chosen].map(([key, row]) => fresh.get(key) ?? row)
  }, [chosen, shown, keyOf])

  return {
    rows,
    has: (row: Row) => chosen.has(keyOf(row)),
    keys: [...chosen.keys()],
    set,
    toggle: (row: Row) => set([row], !chosen.has(keyOf(row))),
    /** The row is no more. */
    drop,
    clear: () => setChosen(new Map()),
  }
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>
