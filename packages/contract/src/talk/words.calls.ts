import { get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import { WordPage, WordQuery, WordSave, WordsSaved } from './words.schema.ts'

/** The calls of forbidden words, a part of those of the talk rules. */
export const wordCalls = {
  words: get('/admin/v1/talk/rule/get/sensitiveWords', {
    input: WordQuery,
    data: WordPage,
    can: 'talk.look',
  }),
  setWords: post('/admin/v1/talk/rule/set/sensitiveWords', {
    input: WordSave,
    data: WordsSaved,
    can: 'talk.manage',
    audit: words('修改敏感词', 'Changed forbidden words'),
    changes: ['talk.words'],
    timeoutMs: 30_000,
  }),
}
