import { DeleteOutlined } from '@ant-design/icons'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { wordsOf as labelsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import { call } from '#client/http.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import type { WordsAt } from './parts/word-place.tsx'
import './talk-words.i18n.ts'

const t = wordsOf('talk_words')

export type ListedWord = DataOf<typeof talkApi.words>['list'][number]

/** A word is changed in the list that it stands in. */
const isOwn =
  ({ scope }: WordsAt) =>
  ({ from }: ListedWord): true | Words =>
    from === scope || t('elsewhere', { from: labelsOf(WordScope, from) ?? words(from, from) })

export const wordActions = (at: WordsAt): Action<ListedWord>[] => [
  {
    name: 'delete',
    label: t('delete'),
    icon: <DeleteOutlined aria-hidden />,
    right: talkApi.setWords.can,
    danger: true,
    enabled: isOwn(at),
    confirm: ({ word }) => ({ title: t('delete_title', { word }), hint: t('delete_hint') }),
    // Against the version that stands: one word more or less in the list is none of this one's business
    async run({ word }) {
      const { version } = await call(talkApi.words, { ...at, page_size: 1 }, { silent: true })
      await call(talkApi.setWords, { ...at, version, remove: [word] }, { silent: true })
    },
    refreshes: talkApi.setWords.changes,
  },
]
