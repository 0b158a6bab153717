import type { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import {
  WORDS_FORMAT,
  type AllowedWord,
  type ScreenedWord,
  type WordPack,
} from '@kaibo/contract/talk/word-pack.schema.ts'
import { WordLevel } from '@kaibo/contract/talk/words.enums.ts'
import { wordKey } from './word-rows.ts'

/** One of the lists that count in a room. */
export interface WordList {
  readonly scope: WordScope
  readonly words: readonly Pick<ScreenedWord, 'word' | 'level' | 'replace' | 'sound'>[]
  readonly allow: readonly string[]
}

/**
 * The lists of a room as one, the widest first. A narrower one adds and may say otherwise of a word, but takes back nothing of what is
 * forbidden everywhere.
 */
export function mergeWords(lists: readonly WordList[]): WordPack {
  const words = new Map<string, ScreenedWord>()
  const allow = new Map<string, AllowedWord>()
  for (const { scope, words: added, allow: allowed } of lists) {
    const isGlobal = scope === 'global'
    for (const word of added) {
      const key = wordKey(word.word)
      const before = words.get(key)
      if (before?.locked) continue
      const isLocked = isGlobal && word.level === WordLevel.block
      words.set(key, isLocked ? { ...word, locked: true } : { ...word })
      if (!isGlobal) allow.delete(key)
    }
    for (const word of allowed) {
      const key = wordKey(word)
      if (!allow.get(key)?.locked) allow.set(key, isGlobal ? { word, locked: true } : { word })
    }
  }
  return { format: WORDS_FORMAT, words: [...words.values()], allow: [...allow.values()] }
}
