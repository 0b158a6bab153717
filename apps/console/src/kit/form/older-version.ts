import { createContext } from 'react'

/** An older version of a record, which the form of that record is to begin with. */
export interface Older {
  /** As its list answers it. */
  row: object
  at: number
  username: string
}

/** For the form right under it; what that opens has no part in it. */
export const OlderVersion = createContext<Older | undefined>(undefined)
