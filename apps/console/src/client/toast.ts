import { TOAST_WINDOW_MS } from '@kaibo/contract/facts/constants.ts'
import { signal } from './signal.ts'

export interface Toast {
  text: string
  /** What support needs to find the failure in the server's log. */
  traceId: string | null
}

const shown = signal<Toast>()
const lastAt = new Map<string, number>()

export const onToast = shown.on

/** Shows an error, once a second at most for the same words (spec §8). */
export function toastError(text: string, traceId: string | null = null): void {
  const now = performance.now()
  for (const [old, at] of lastAt) if (now - at >= TOAST_WINDOW_MS) lastAt.delete(old)
  if (lastAt.has(text)) return
  lastAt.set(text, now)
  shown.emit({ text, traceId })
}
