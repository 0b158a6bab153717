import { createContext, use } from 'react'
import { BUILT_IN, type Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'

/** What the rules of the open set may speak of, and how it is called. */
export const KnownWords = createContext<Vocabulary>(BUILT_IN)

export const useKnown = (): Vocabulary => use(KnownWords)
