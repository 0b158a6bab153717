import { TOAST_WINDOW_MS } from '@kaibo/contract/facts/constants.ts'
import { CallError } from './errors.ts'
import { signal } from './signal.ts'

export interface Toast {
  text: string
  /** The id by which support finds the error in the server's log. */
  traceId: string | null
}

const shown = signal<Toast>()
const lastAt = new Map<string, number>()

export const onToast = shown.on

/**
 * Shows an error, the same text at most once a second (spec §8). `text` overrides the error's own message. An expired login is
 * shown by the login page instead.
 */
export function toastError(error: Error, text = error.message): void {
  const isOfCall = error instanceof CallError
  if (isOfCall && error.loginExpired) return
  const now = performance.now()
  for (const [old, at] of lastAt) if (now - at >= TOAST_WINDOW_MS) lastAt.delete(old)
  if (lastAt.has(text)) return
  lastAt.set(text, now)
  shown.emit({ text, traceId: isOfCall ? error.supportId : null })
}
