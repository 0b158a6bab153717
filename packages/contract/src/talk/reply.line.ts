/* How people write questions and their answers in a line or a sheet. */

export const MAX_REPLIES = 500
const MAX_KEYWORDS = 20
const KEYWORD_LENGTH = 50
const REPLY_LENGTH = 500

/** One question as it is written: `word 1/word 2` and what is said. */
export interface WrittenReply {
  keywords: string[]
  reply: string
}

/** Nothing where there is no keyword or no reply, or too much of it. */
export function readReply(words: string, said: string): WrittenReply | undefined {
  const reply = said.trim()
  const parts = words.split(/[/／\n]/).map((word) => word.trim())
  const keywords = [...new Set(parts.filter((word) => word !== ''))]
  const isFit =
    keywords.length > 0 &&
    keywords.length <= MAX_KEYWORDS &&
    keywords.every((word) => word.length <= KEYWORD_LENGTH) &&
    reply !== '' &&
    reply.length <= REPLY_LENGTH
  return isFit ? { keywords, reply } : undefined
}
