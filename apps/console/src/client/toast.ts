import { TOAST_WINDOW_MS } from '@kaibo/contract/facts/constants.ts'
import { CallError } from './errors.ts'
import { signal } from './signal.ts'

export interface Toast {
  text: string
  /** What support needs to find the failure in the server's log. */
  traceId: string | null
}

const shown = signal<Toast>()
const lastAt = new Map<string, number>()

export const onToast = shown.on

/**
 * Shows a failure, once a second at most for the same words (spec §8): its own, or such as say of what. That the login is
 * gone is the login page's to say.
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
