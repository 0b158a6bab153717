import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { fold } from '@kaibo/contract/kernel/fold.ts'
import { readReply, type WrittenReply } from '@kaibo/contract/talk/reply.line.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'

const COOLDOWN_S = 30

/** What pasting many lines would do with a list. */
export interface Pasted {
  list: readonly Reply[]
  added: number
  /** The same words with another reply: the reply is replaced. */
  changed: number
  /** The same words with the same reply. */
  double: number
  /** The numbers of lines that cannot be read, from 1. */
  bad: readonly number[]
}

const wordsKey = (keywords: readonly string[]): string => keywords.map(fold).sort().join('/')

export const newReply = (keywords: string[], replies: string[]): Reply => ({
  id: crypto.getRandomValues(new Uint32Array(3)).join('-'),
  keywords,
  match: 'contains',
  replies,
  at: IsOrNot.not,
  cooldown_s: COOLDOWN_S,
  enabled: OpenStatus.open,
})

/** Reads lines of `word 1/word 2|reply` into a list. Empty lines are nothing. */
export function pasted(before: readonly Reply[], text: string): Pasted {
  const written: WrittenReply[] = []
  const bad: number[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const at = line.search(/[|｜]/)
    const read = at < 0 ? undefined : readReply(line.slice(0, at), line.slice(at + 1))
    if (read) written.push(read)
    else bad.push(index + 1)
  }
  return { ...merged(before, written), bad }
}

/** A list with what was written elsewhere. */
export function merged(
  before: readonly Reply[],
  written: readonly WrittenReply[],
): Omit<Pasted, 'bad'> {
  const list = [...before]
  const places = new Map(list.map(({ keywords }, place) => [wordsKey(keywords), place]))
  let [added, changed, double] = [0, 0, 0]
  for (const { keywords, reply } of written) {
    const key = wordsKey(keywords)
    const known = list[places.get(key) ?? -1]
    if (!known) {
      places.set(key, list.push(newReply([...keywords], [reply])) - 1)
      added++
    } else if (known.replies.length === 1 && known.replies[0] === reply) double++
    else {
      list[places.get(key) ?? -1] = { ...known, replies: [reply] }
      changed++
    }
  }
  return { list, added, changed, double }
}
