import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { fold } from '@kaibo/contract/kernel/fold.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'

export const MAX_REPLIES = 500
const MAX_KEYWORDS = 20
const KEYWORD_LENGTH = 50
const REPLY_LENGTH = 500
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
  const list = [...before]
  const places = new Map(list.map(({ keywords }, place) => [wordsKey(keywords), place]))
  const bad: number[] = []
  let [added, changed, double] = [0, 0, 0]
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const read = lineOf(line)
    if (!read) {
      bad.push(index + 1)
      continue
    }
    const key = wordsKey(read.keywords)
    const known = list[places.get(key) ?? -1]
    if (!known) {
      places.set(key, list.push(newReply(read.keywords, [read.reply])) - 1)
      added++
    } else if (known.replies.length === 1 && known.replies[0] === read.reply) double++
    else {
      list[places.get(key) ?? -1] = { ...known, replies: [read.reply] }
      changed++
    }
  }
  return { list, added, changed, double, bad }
}

function lineOf(line: string): { keywords: string[]; reply: string } | undefined {
  const at = line.search(/[|｜]/)
  if (at < 0) return undefined
  const reply = line.slice(at + 1).trim()
  const keywords = [
    ...new Set(
      line
        .slice(0, at)
        .split(/[/／]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ]
  const isFit =
    keywords.length > 0 &&
    keywords.length <= MAX_KEYWORDS &&
    keywords.every((word) => word.length <= KEYWORD_LENGTH) &&
    reply !== '' &&
    reply.length <= REPLY_LENGTH
  return isFit ? { keywords, reply } : undefined
}
