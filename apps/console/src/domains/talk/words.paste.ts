import { fold } from '@kaibo/contract/kernel/fold.ts'
import { REPLACE_LENGTH, WORD_LENGTH } from '@kaibo/contract/talk/word-pack.schema.ts'
import { MAX_PUT } from '@kaibo/contract/talk/words.schema.ts'

export interface PastedWord {
  word: string
  replace: string
}

/** What pasting many lines gives. */
export interface PastedWords {
  list: readonly PastedWord[]
  double: number
  /** The numbers of lines that cannot be read, from 1; of those beyond what is saved at once too. */
  bad: readonly number[]
}

/** Reads lines of `word` or `word|replaced by`. Empty lines are nothing. */
export function pastedWords(text: string): PastedWords {
  const known = new Map<string, PastedWord>()
  const bad: number[] = []
  let double = 0
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [word = '', replace = ''] = line.split(/[|｜]/).map((part) => part.trim())
    if (word === '' && replace === '') continue
    const isFit = word !== '' && word.length <= WORD_LENGTH && replace.length <= REPLACE_LENGTH
    const key = fold(word)
    if (!isFit || (known.size >= MAX_PUT && !known.has(key))) bad.push(index + 1)
    else if (known.has(key)) double++
    else known.set(key, { word, replace })
  }
  return { list: [...known.values()], double, bad }
}
