import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { useSession } from './session.ts'
import { signal } from './signal.ts'
import { entry, keysAfter } from './storage.ts'

const KEPT_MINUTES = 7 * 24 * 60

const Draft = z.record(z.string(), z.unknown())
// `saved`: drafts are not removed to make room in full storage.
entry('draft:', Draft, { saved: true })

const changed = signal<void>()

export interface DraftEntry {
  /** The stored draft, if there is one. */
  readonly read: () => Record<string, unknown> | undefined
  /** Called with every change; never with a secret. */
  readonly keep: (values: Record<string, unknown>) => void
  /** After saving or discarding. */
  readonly drop: () => void
}

/** The draft of one form, by page and person; survives a reload and an expired login. */
export function useDraft(form: string): DraftEntry {
  const { user } = useSession()
  const { pathname } = useLocation()
  const uid = user?.uid ?? ''
  return useMemo(() => {
    const stored = entry(`draft:${uid}:${pathname}:${form}`, Draft)
    return {
      read: stored.read,
      keep: (values) => {
        stored.write(values, KEPT_MINUTES)
        changed.emit()
      },
      drop: () => {
        stored.remove()
        changed.emit()
      },
    }
  }, [uid, pathname, form])
}

/** The paths of pages with drafts of this person. */
export function useDraftPages(): readonly string[] {
  const uid = useSession().user?.uid ?? ''
  // As text, so that React can compare it between renders.
  const pages = useSyncExternalStore(changed.on, () => draftPages(uid).join('\n'))
  return useMemo(() => (pages ? pages.split('\n') : []), [pages])
}

/** The same outside a component. */
export const draftPages = (uid: string): string[] =>
  keysAfter(`draft:${uid}:`)
    // Expired drafts do not count.
    .filter((key) => entry(`draft:${uid}:${key}`, Draft).read())
    .map((key) => key.slice(0, key.indexOf(':')))
