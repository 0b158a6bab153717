/** The smallest event source: what one module says, others hear. Outside React, so that the login page needs no store library. */
export interface Signal<T> {
  readonly emit: (value: T) => void
  /** Answers the function that stops listening. */
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
