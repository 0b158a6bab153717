import { DANMU, USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { readReply } from '@kaibo/contract/talk/reply.line.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { Answers, replyTo } from '@kaibo/rules/answers.ts'
import { RuleState } from '@kaibo/rules/state.ts'
import { answersOf } from './talk.parts.ts'

/** Of a sheet with a column of keywords and one of replies, whose heads may be there. */
export function repliesIn(rows: readonly (readonly string[])[]) {
  const read: DataOf<typeof talkApi.readReplies> = { rows: [], bad: [] }
  for (const [index, [keywords = '', reply = '']] of rows.entries()) {
    if (keywords === '' && reply === '') continue
    if (index === 0 && /^(关键词|keywords?)$/i.test(keywords)) continue
    const row = index + 1
    const written = readReply(keywords, reply)
    if (written) read.rows.push({ row, ...written })
    else read.bad.push(row)
  }
  return read
}

const SOMEBODY = { [USER_KEY]: 'try', 'ev.user.name': '观众' }

/** What a room with these questions says to a danmu, found by the code that the PC runs. */
export function replyBy(replies: readonly Reply[], text: string, now: number) {
  const found = new Answers(answersOf(replies, now)).find(text, now)
  if (!found) return null
  const event = { key: DANMU, id: text, at: now, vars: { ...SOMEBODY, 'ev.text': text } }
  const said = replyTo({ event, state: new RuleState(), now }, found.answer)
  return { id: found.answer.id, keyword: found.keyword, text: said?.text ?? '' }
}
