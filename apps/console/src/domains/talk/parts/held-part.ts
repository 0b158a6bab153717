import { createContext } from 'react'

/** What somebody writes in a part of a room is not replaced by what others save meanwhile. */
interface Holder {
  /** Others have saved since this was begun. */
  readonly isNewer: boolean
  /** Unsaved input: the part stays as it was begun. Without it the part is shown as it was saved last. */
  hold: (isUnsaved: boolean) => void
  /** The next save replaces what others have saved. */
  overwrite: () => void
}

export const HeldPart = createContext<Holder>({
  isNewer: false,
  hold: () => undefined,
  overwrite: () => undefined,
})
