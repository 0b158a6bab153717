import { useMemo, useState } from 'react'
import { PlusOutlined } from '@ant-design/icons'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { words as bothWords } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { WordLevel, WordScope } from '@kaibo/contract/talk/words.enums.ts'
import { wordsOf, useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import type { Action } from '#kit/action/action.ts'
import { columnsOf } from '#kit/list/columns-of.tsx'
import { ListBody, ListFilters } from '#kit/list/list-pieces.tsx'
import { useListControl, type ListSettings } from '#kit/list/use-list-control.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { wordActions, type ListedWord } from '../words.actions.tsx'
import { WordsDialog } from './words-dialog.tsx'
import { AllowedWords } from './allowed-words.tsx'
import type { WordsAt } from './word-place.tsx'
import '../talk-words.i18n.ts'

const t = wordsOf('talk_words')
const { column, text, filter } = columnsOf(talkApi.words, talkApi.words)

const settings: ListSettings<typeof talkApi.words> = {
  name: 'talk.words',
  words: {
    title: t('words'),
    what: t('words'),
    items: (count) => t('count', { count }),
    hint: t('none'),
  },
  endpoint: talkApi.words,
  rowKey: 'word',
  nameOf: ({ word }) => word,
  columns: [
    text('word', { width: 200 }),
    column<ListedWord>('level', { width: 120, card: 'status' }, ({ level }, { lang }) =>
      labelOf(WordLevel, level, lang),
    ),
    text('replace', { width: 140 }),
    column<ListedWord>(
      'sound',
      { width: 120, card: 'meta' },
      ({ sound }, { lang }) => t(sound === IsOrNot.is ? 'by_sound' : 'as_written')[lang],
    ),
    text('tag', { width: 120 }),
    column<ListedWord>(
      'hits_7d',
      { width: 120, align: 'right', card: 'meta' },
      ({ hits_7d }) => hits_7d,
    ),
    column<ListedWord>(
      'from',
      { width: 140, card: 'meta', title: t('scope') },
      ({ from }, { lang }) => labelOf(WordScope, from, lang),
    ),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find')),
    filter({ kind: 'enum', name: 'level', of: WordLevel }),
  ],
}

/** The words of one list with those that it inherits, what is allowed there, and the button that adds many at once. */
export function WordList({ at, place }: { at: WordsAt; place: string }) {
  const say = useText('talk_words')
  const speak = useSpeak()
  const [isAdding, setAdding] = useState(false)
  const actions = useMemo(() => wordActions(at), [at])
  const list = useListControl({ ...settings, actions }, { fixed: { ...at }, prefix: 'words.' })
  const { page } = list
  const adding: Action<WordsAt> = useMemo(
    () => ({
      name: 'add',
      label: t('add'),
      icon: <PlusOutlined aria-hidden />,
      right: talkApi.setWords.can,
      refreshes: [],
      run: () => Promise.resolve(setAdding(true)),
    }),
    [],
  )
  return (
    <>
      <PageHead title={place} count={page ? say('count', { count: page.total }) : null}>
        <ActButton action={adding} row={at} size="middle" primary />
      </PageHead>
      <ListFilters list={list} />
      <ListBody list={list} label={speak(bothWords(place, place))} />
      {page ? <AllowedWords at={at} version={page.version} allow={page.allow} /> : null}
      {isAdding && page ? (
        <WordsDialog
          at={at}
          place={place}
          version={page.version}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  )
}
