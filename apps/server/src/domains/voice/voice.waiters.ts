/** Who waits for a port on this server, in the order in which they came. */
export interface Waiter {
  wants(port_id: string): boolean
  /** Of `changed` no port is known. */
  wake(port_id?: string): void
}

export function createWaiters() {
  const waiting = new Set<Waiter>()

  /** Wakes the first that can use the port. */
  function freed(port_id: string): void {
    for (const waiter of waiting) {
      if (!waiter.wants(port_id)) continue
      waiter.wake(port_id)
      return
    }
  }

  return {
    freed,
    /** Ports are others now: everybody looks again. */
    changed(): void {
      for (const waiter of waiting) waiter.wake()
    },
    /** How many wait for one of these ports. */
    count: (ports: readonly { port_id: string }[]): number =>
      [...waiting].filter((one) => ports.some(({ port_id }) => one.wants(port_id))).length,

    add(wants: Waiter['wants']) {
      /** While it looks, it is woken all the same: it looks again. */
      let woken = false
      let freed_id: string | undefined
      const note = () => void (woken = true)
      let wake = note
      const waiter: Waiter = {
        wants,
        wake(port_id) {
          freed_id = port_id
          wake()
        },
      }
      waiting.add(waiter)
      return {
        /** Until it is woken, or after `ms`; rejects when the signal is aborted. */
        next: (ms: number, signal: AbortSignal): Promise<void> =>
          new Promise((resolve, reject) => {
            const over = () => {
              clearTimeout(timer)
              signal.removeEventListener('abort', gone)
              wake = note
            }
            const gone = () => {
              over()
              reject(signal.reason as Error)
            }
            const timer = setTimeout(() => wake(), ms)
            wake = () => {
              over()
              woken = false
              resolve()
            }
            freed_id = undefined
            if (signal.aborted) gone()
            else if (woken) wake()
            else signal.addEventListener('abort', gone, { once: true })
          }),
        /** It has a port, or gives up. What it was told of and did not take is for the next. */
        leave(taken_id?: string): void {
          waiting.delete(waiter)
          if (freed_id !== undefined && freed_id !== taken_id) freed(freed_id)
        },
      }
    },
  }
}
