import { DataOrigin } from '@kaibo/contract/facts/enums.ts'
import type { GamePart, GiftMap, KeywordMap } from '@kaibo/contract/game/game.schema.ts'
import type { GameScalar } from '@kaibo/contract/game/link.schema.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { RuleEvent } from '@kaibo/rules/event.ts'
import { folded } from '@kaibo/rules/text.ts'

/** What a gift or a danmu makes the game do. */
export interface Mapped {
  cause: 'gift' | 'keyword'
  command: string
  args: readonly Operand[]
}

/** Gifts and words as they lead to commands. They hold for a round: others count from the next. */
export class Maps {
  readonly gifts: readonly GiftMap[]
  readonly keywords: readonly KeywordMap[]
  readonly #words: readonly { word: string; map: KeywordMap }[]

  constructor({ gift_map, keyword_map }: Pick<GamePart, 'gift_map' | 'keyword_map'>) {
    this.gifts = gift_map
    this.keywords = keyword_map
    this.#words = keyword_map
      .map((map) => ({ word: folded(map.word), map }))
      .sort((a, b) => b.word.length - a.word.length)
  }

  of({ kind, gift, text }: LiveEvent): Mapped | undefined {
    if (kind === 'gift' && gift) {
      const found =
        this.gifts.find((one) => one.gift === gift.id) ??
        this.gifts.find((one) => one.gift === gift.name)
      return found && { cause: 'gift', command: found.command, args: found.args }
    }
    if (kind !== 'danmu' || !text || this.#words.length === 0) return undefined
    const said = folded(text)
    const found = this.#words.find(({ word }) => said.includes(word))?.map
    return found && { cause: 'keyword', command: found.command, args: found.args }
  }
}

/** The arguments with the values of the event; what it does not have is nothing. */
export const argsOf = (args: readonly Operand[], vars: RuleEvent['vars'] = {}): GameScalar[] =>
  args.map((arg) => {
    if (arg.origin === DataOrigin.variable) return vars[arg.key] ?? ''
    const value = arg.origin === DataOrigin.input ? arg.value : ''
    return Array.isArray(value) ? (value[0] ?? '') : value
  })
