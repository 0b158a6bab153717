/** Who waits for a port on this server, in the order in which they came. */
export interface Waiter {
  wants(port_id: string): boolean
  wake(): void
}

export function createWaiters() {
  const waiting = new Set<Waiter>()
  return {
    /** Wakes the first that can use the port. */
    freed(port_id: string): void {
      for (const waiter of waiting) {
        if (!waiter.wants(port_id)) continue
        waiter.wake()
        return
      }
    },
    /** Ports are others now: everybody looks again. */
    changed(): void {
      for (const waiter of waiting) waiter.wake()
    },
    /** How many wait for one of these ports. */
    count: (ports: readonly { port_id: string }[]): number =>
      [...waiting].filter((one) => ports.some(({ port_id }) => one.wants(port_id))).length,

    add(wants: Waiter['wants']) {
      let wake = nothing
      const waiter = { wants, wake: () => wake() }
      waiting.add(waiter)
      return {
        /** Until it is woken, or after `ms`; rejects when the signal is aborted. */
        next: (ms: number, signal: AbortSignal): Promise<void> =>
          new Promise((resolve, reject) => {
            const over = () => {
              clearTimeout(timer)
              signal.removeEventListener('abort', gone)
              wake = nothing
            }
            const gone = () => {
              over()
              reject(signal.reason as Error)
            }
            const timer = setTimeout(() => wake(), ms)
            wake = () => {
              over()
              resolve()
            }
            if (signal.aborted) gone()
            else signal.addEventListener('abort', gone, { once: true })
          }),
        leave: () => void waiting.delete(waiter),
      }
    },
  }
}

const nothing = (): void => {}
