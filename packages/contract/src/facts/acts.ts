import { wordsOf } from '../kernel/enumeration.ts'
import { words, type Words } from '../kernel/words.ts'
import { HandleAction } from './enums.ts'

/** The label of the second half of a permission code: 查看 for `room.look`. */
export function actWords(action: string): Words {
  const act = action.split('.').at(-1) ?? ''
  return wordsOf(HandleAction, act) ?? words(act, act)
}
