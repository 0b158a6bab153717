import type { EventLine, Line, Sentence } from './room.fold.ts'

/** Whether two lines show the same: lines are put together anew with every message, the moments in them stay what they are. */
export function isSameLine(a: Line, b: Line): boolean {
  if (a.type === 'event') return b.type === 'event' && isSameEvent(a, b)
  if (a.type === 'speech') return b.type === 'speech' && isSameSentence(a.sentence, b.sentence)
  if (a.type === 'plain') return b.type === 'plain' && a.moment === b.moment
  return b.type === 'fold' && a.key === b.key && isEach(a.events, b.events, isSameEvent)
}

const isSameEvent = (a: EventLine, b: EventLine) =>
  a.event === b.event &&
  isEach(a.decisions, b.decisions, Object.is) &&
  isEach(a.said, b.said, isSameSentence)

const isSameSentence = (a: Sentence, b: Sentence) => a.moment === b.moment && a.isCut === b.isCut

const isEach = <T>(some: readonly T[], others: readonly T[], isSame: (a: T, b: T) => boolean) =>
  some.length === others.length &&
  some.every((one, i) => {
    const other = others[i]
    return other !== undefined && isSame(one, other)
  })
