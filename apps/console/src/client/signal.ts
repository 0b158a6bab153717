/** A minimal event emitter. Not a store library, as the login page would have to load it. */
export interface Signal<T> {
  readonly emit: (value: T) => void
  /** Returns the function that unsubscribes. */
  readonly on: (listener: (value: T) => void) => () => void
}

export function signal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
    on: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
