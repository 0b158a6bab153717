/** Collects items that come in quick succession. */
export interface Gather<Item> {
  add(item: Item): void
  close(): void
}

/** Calls `hand` with the collected items after `quietMs` without a new one, at the latest `longestMs` after the first. */
export function createGather<Item>(
  hand: (items: Item[]) => void,
  { quietMs, longestMs }: { quietMs: number; longestMs: number },
): Gather<Item> {
  let items: Item[] = []
  let quiet: NodeJS.Timeout | undefined
  let longest: NodeJS.Timeout | undefined

  function close() {
    clearTimeout(quiet)
    clearTimeout(longest)
    longest = undefined
  }

  function flush() {
    close()
    const gathered = items
    items = []
    hand(gathered)
  }

  return {
    add(item) {
      items.push(item)
      clearTimeout(quiet)
      quiet = setTimeout(flush, quietMs).unref()
      longest ??= setTimeout(flush, longestMs).unref()
    },
    close,
  }
}
