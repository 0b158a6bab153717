import { wordsOf } from '../kernel/enumeration.ts'
import { words, type Words } from '../kernel/words.ts'
import { HandleAction } from './enums.ts'

/** What an action does, the second half of its code: 查看 of `room.look`. */
export function actWords(action: string): Words {
  const act = action.split('.').at(-1) ?? ''
  return wordsOf(HandleAction, act) ?? words(act, act)
}
