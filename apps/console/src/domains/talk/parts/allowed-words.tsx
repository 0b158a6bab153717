import { useState } from 'react'
import { Input, Tag } from 'antd'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'
import type { WordsAt } from './word-place.tsx'
import '../talk-words.i18n.ts'
import styles from '../talk-room.module.css'

interface AllowedWordsProps {
  at: WordsAt
  version: number
  allow: DataOf<typeof talkApi.words>['allow']
}

/** Harmless words that hold a forbidden one. */
export function AllowedWords({ at, version, allow }: AllowedWordsProps) {
  const t = useText('talk_words')
  const [word, setWord] = useState('')
  const may = useCan(talkApi.setWords.can) === true
  const save = useAct(talkApi.setWords, { silent: true, onSuccess: () => setWord('') })
  const add = () => {
    if (word.trim() !== '') save.mutate({ ...at, version, allow_put: [word.trim()] })
  }
  return (
    <section className={styles.allowed} aria-label={t('allow')}>
      <h2>{t('allow')}</h2>
      <p className={textStyles.meta}>{t('allow_hint')}</p>
      <p>
        {allow.length === 0 ? t('allow_none') : null}
        {allow.map(({ word: one, from }) => (
          <Tag
            key={`${from}/${one}`}
            closable={may && from === at.scope}
            onClose={(event) => {
              event.preventDefault()
              save.mutate({ ...at, version, allow_remove: [one] })
            }}
          >
            {one}
          </Tag>
        ))}
      </p>
      {save.error ? <Fault error={save.error} /> : null}
      <Input.Search
        className={styles.place}
        aria-label={t('allow_add')}
        placeholder={t('allow_add')}
        enterButton={t('allow_add')}
        disabled={!may}
        maxLength={30}
        value={word}
        loading={save.isPending}
        onChange={({ target }) => setWord(target.value)}
        onSearch={add}
      />
    </section>
  )
}
