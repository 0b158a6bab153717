/** All frames that wait, of all agents: beyond that batches are dropped, which agents send again. */
const MAX_HELD_BYTES = 67_108_864
/** A longer frame is a batch. */
const SMALL_BYTES = 65_536

/** How many bytes of frames wait to be handled. */
export function createHeld(most = MAX_HELD_BYTES) {
  let bytes = 0
  return {
    take(size: number): boolean {
      if (bytes + size > most && size > SMALL_BYTES) return false
      bytes += size
      return true
    },
    give: (size: number) => void (bytes -= size),
    get bytes() {
      return bytes
    },
  }
}

export type Held = ReturnType<typeof createHeld>
