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

/** No word holds these: many are written side by side with them. */
const BETWEEN = /[,，、;；]/

/** Reads lines of `word`, of `word|replaced by`, or of words with commas between. Empty lines are nothing; a sheet's columns cannot be read. */
export function pastedWords(text: string): PastedWords {
  const known = new Map<string, PastedWord>()
  const bad: number[] = []
  let double = 0
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [words = '', replace = '', more] = line.split(/[|｜]/).map((part) => part.trim())
    if (words === '' && replace === '') continue
    const found = words
      .split(BETWEEN)
      .map((word) => word.trim())
      .filter((word) => word !== '')
    const isRead = more === undefined && !words.includes('\t') && replace.length <= REPLACE_LENGTH
    let isBad = !isRead || found.length === 0
    for (const word of isRead ? found : []) {
      const key = fold(word)
      if (word.length > WORD_LENGTH || (known.size >= MAX_PUT && !known.has(key))) isBad = true
      else if (known.has(key)) double++
      else known.set(key, { word, replace })
    }
    if (isBad) bad.push(index + 1)
  }
  return { list: [...known.values()], double, bad }
}
