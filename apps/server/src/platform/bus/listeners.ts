type Listener = (message: unknown) => void

/** The listeners of each channel. One that throws does not keep the message from the others. */
export function createListeners(onError: (error: unknown) => void) {
  const channels = new Map<string, Set<Listener>>()
  return {
    add(channel: string, listener: Listener): () => void {
      const known = channels.get(channel) ?? new Set()
      channels.set(channel, known.add(listener))
      return () => void known.delete(listener)
    },
    tell(channel: string, message: unknown): void {
      for (const listener of channels.get(channel) ?? []) {
        try {
          listener(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    clear: () => channels.clear(),
  }
}
