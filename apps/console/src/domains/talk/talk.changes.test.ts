import { expect, test } from 'vitest'
import { BUILT_IN } from '@kaibo/contract/talk/vocabulary.ts'
import type { RootNode, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { changesIn } from './talk.changes.ts'

const son = (id: string, ...texts: string[]): SonNode => ({
  id,
  type: 'son',
  name: id,
  enabled: 1,
  actions: [{ kind: 'say', templates: texts.map((text) => ({ text, weight: 1 })), no_repeat: 0 }],
})
const root = (...children: SonNode[]): RootNode => ({
  id: 'root',
  type: 'root',
  name: '集',
  enabled: 1,
  triggers: [{ event: 'gift.receive' }],
  hit: 'all',
  children,
})
const of = (id: string) => [{ id, name: id }]

test('of two versions each changed rule says what it said, and what it says', () => {
  const before = root(son('a', '谢谢', '感谢'), son('b', '你好'), son('d', '一'))
  const after = root(son('a', '谢谢', '多谢'), son('c', '再见'), son('d', '一'))
  const diff = { changed: [...of('a'), ...of('d')], added: of('c'), removed: of('b') }
  const changes = changesIn(diff, { before, after }, { lang: 'zh', known: BUILT_IN })
  expect(changes).toEqual([
    { id: 'a', name: 'a', gone: ['感谢'], fresh: ['多谢'] },
    { id: 'd', name: 'd', gone: [], fresh: [] },
    { id: 'c', name: 'c', gone: [], fresh: ['当收到“礼物”时，说“再见”。'] },
    { id: 'b', name: 'b', gone: ['当收到“礼物”时，说“你好”。'], fresh: [] },
  ])
})
