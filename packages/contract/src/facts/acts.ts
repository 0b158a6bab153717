import { labelOf, type Lang } from '../kernel/enumeration.ts'
import { HandleAction } from './enums.ts'

/** What an action does, the second half of its code: 查看 of `room.look`. */
export const actLabel = (action: string, lang: Lang): string =>
  labelOf(HandleAction, action.split('.').at(-1), lang)
