import type { Answer } from '@kaibo/contract/talk/bundle.schema.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import { KeywordTree } from './keyword-tree.ts'
import { hashOf, Random } from './random.ts'
import type { RuleEvent } from './event.ts'
import type { RuleState } from './state.ts'
import { Likenesses, SIMILAR } from './similar.ts'
import { cut, folded, speakable } from './text.ts'

interface Word {
  answer: Answer
  /** Its place among the answers. */
  order: number
  keyword: string
  /** The keyword, folded. */
  word: string
}

/** The questions of viewers that are answered by their words, one answer for each danmu at most. */
export class Answers {
  readonly #all: readonly Answer[]
  #valid: ValidAnswers
  /** When the first of them ends. */
  #endsAt = Infinity

  constructor(answers: readonly Answer[]) {
    this.#all = answers
    this.#valid = this.#validAt(-Infinity)
  }

  /** By the closest match: the same words, then a beginning, then a part, then a likeness; the longest word, then the first. */
  find(text: string, now = -Infinity): { answer: Answer; keyword: string } | undefined {
    if (now >= this.#endsAt) this.#valid = this.#validAt(now)
    return this.#valid.find(text)
  }

  #validAt(now: number): ValidAnswers {
    const left = this.#all.filter(({ until = Infinity }) => until > now)
    this.#endsAt = Math.min(...left.map(({ until = Infinity }) => until))
    return new ValidAnswers(left)
  }
}

class ValidAnswers {
  readonly #exact = new Map<string, Word>()
  readonly #starts: Word[] = []
  readonly #similar: Word[] = []
  readonly #likenesses: Likenesses
  readonly #contains: KeywordTree<Word>

  constructor(answers: readonly Answer[]) {
    const contained: Word[] = []
    for (const [order, answer] of answers.entries()) {
      for (const keyword of answer.keywords) {
        const found = { answer, order, keyword, word: folded(keyword) }
        if (answer.match === 'exact') {
          if (!this.#exact.has(found.word)) this.#exact.set(found.word, found)
        } else if (answer.match === 'starts') this.#starts.push(found)
        else if (answer.match === 'contains') contained.push(found)
        else this.#similar.push(found)
      }
    }
    this.#likenesses = new Likenesses(this.#similar.map(({ word }) => word))
    this.#contains = new KeywordTree(contained.map((found) => [found.word, found]))
  }

  find(text: string): { answer: Answer; keyword: string } | undefined {
    const asked = folded(text).trim()
    const found =
      this.#exact.get(asked) ??
      longest(this.#starts.filter(({ word }) => asked.startsWith(word))) ??
      longest(this.#contains.in(asked)) ??
      this.#alike(asked)
    return found && { answer: found.answer, keyword: found.keyword }
  }

  #alike(asked: string): Word | undefined {
    const best = this.#likenesses.best(asked)
    return best && best.share >= SIMILAR ? this.#similar[best.place] : undefined
  }
}

const longest = (words: readonly Word[]): Word | undefined =>
  words.reduce<Word | undefined>((best, one) => {
    const isBetter =
      !best ||
      one.word.length > best.word.length ||
      (one.word.length === best.word.length && one.order < best.order)
    return isBetter ? one : best
  }, undefined)

const KEY = 'answer/'

/** The reply to a danmu, and its id; nothing while the viewer's cooldown lasts. Reserves the cooldown. */
export function replyTo(
  { event, state, now }: { event: RuleEvent; state: RuleState; now: number },
  { id, replies, cooldown_ms, at }: Answer,
): { text: string; pick: number } | undefined {
  const who = String(event.vars[USER_KEY] ?? '')
  const key = KEY + id
  if (state.cooldownLeft(key, who, now) > 0) return undefined
  const random = new Random().seed(hashOf(event.id), hashOf(key), 1)
  const last = state.lastSaid(key).at(-1)
  const weights = replies.map((_, index) => (index === last && replies.length > 1 ? 0 : 1))
  const pick = random.pick(weights)
  const text = replies[pick]
  if (text === undefined) return undefined
  state.remember(key, pick, 1)
  if (cooldown_ms > 0) state.startCooldown(key, who, now, cooldown_ms)
  const name = at ? cut(speakable(String(event.vars['ev.user.name'] ?? '')), SPOKEN_NAME) : ''
  return { text: name === '' ? text : `${name}，${text}`, pick }
}

/** As many characters of a name are said. */
const SPOKEN_NAME = 8
