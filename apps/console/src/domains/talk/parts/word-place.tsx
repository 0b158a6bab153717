import { useState } from 'react'
import { Segmented, Select } from 'antd'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { labelOf, optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useRoomOptions } from '#domains/lookup/lookup.rooms.ts'
import '../talk-words.i18n.ts'
import styles from '../talk-room.module.css'

/** Whose list it is; `scope_id` is missing until it is chosen, and of `global`. */
export interface WordsAt {
  scope: WordScope
  scope_id?: string | undefined
}

interface WordPlaceProps {
  at: WordsAt
  onChange: (at: WordsAt) => void
}

/** Chooses the list of words: of everywhere, a platform, a guild or a room. */
export function WordPlace({ at, onChange }: WordPlaceProps) {
  const t = useText('talk_words')
  const lang = useLanguage()
  const { scope, scope_id } = at
  return (
    <div className={styles.tools} role="group" aria-label={t('scope')}>
      <Segmented<WordScope>
        aria-label={t('scope')}
        value={scope}
        options={optionsOf(WordScope, lang)}
        onChange={(next) => onChange({ scope: next })}
      />
      {scope === WordScope.platform ? (
        <Place
          at={at}
          options={optionsOf(PLATFORMS, lang)}
          onChoose={(id) => onChange({ scope, scope_id: id })}
        />
      ) : null}
      {scope === WordScope.org ? (
        <OrgPlace at={at} onChoose={(id) => onChange({ scope, scope_id: id })} />
      ) : null}
      {scope === WordScope.room ? (
        <RoomPlace at={at} onChoose={(id) => onChange({ scope, scope_id: id })} />
      ) : null}
      {scope !== WordScope.global && scope_id === undefined ? (
        <p role="status">{t('choose_first', { scope: labelOf(WordScope, scope, lang) })}</p>
      ) : null}
    </div>
  )
}

interface ChooseProps {
  at: WordsAt
  onChoose: (id: string) => void
}

interface PlaceProps extends ChooseProps {
  options: readonly { value: string; label: string }[]
  /** Where the options are found by what is typed. */
  onSearch?: (keyword: string) => void
}

function Place({ at: { scope, scope_id }, options, onChoose, onSearch }: PlaceProps) {
  const t = useText('talk_words')
  const lang = useLanguage()
  const label = t('choose', { scope: labelOf(WordScope, scope, lang) })
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className={styles.place}
      showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
      value={scope_id ?? null}
      options={[...options]}
      onChange={(id: string | null) => id !== null && onChoose(id)}
    />
  )
}

function OrgPlace(props: ChooseProps) {
  const { data } = useCall(lookupApi.orgs, {})
  const options = (data?.list ?? []).map(({ uid, name }) => ({ value: uid, label: name }))
  return <Place {...props} options={options} />
}

function RoomPlace(props: ChooseProps) {
  const [keyword, setKeyword] = useState('')
  const options = useRoomOptions(keyword, props.at.scope_id)
  return <Place {...props} options={options} onSearch={setKeyword} />
}
