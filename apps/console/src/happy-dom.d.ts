import type { DetachedWindowAPI } from 'happy-dom'

declare global {
  interface Window {
    /** There in tests that run in happy-dom. */
    happyDOM: DetachedWindowAPI
  }
}
