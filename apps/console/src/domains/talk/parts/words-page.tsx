import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import * as z from 'zod/mini'
import { wordScope } from '@kaibo/contract/talk/words.schema.ts'
import { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { useOptionName } from '#domains/lookup/lookup.options.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import textStyles from '#kit/text/text.module.css'
import { WordList } from './word-list.tsx'
import { WordPlace } from './word-place.tsx'
import '../talk-words.i18n.ts'

const PlaceState = z.object({
  scope: z._default(wordScope, WordScope.global),
  scope_id: z.optional(z.string()),
})

/** Forbidden words, list by list. */
export function WordsPage() {
  const t = useText('talk_words')
  const lang = useLanguage()
  const orgName = useOptionName(lookupApi.orgs)
  const [{ scope, scope_id }, change] = useUrlState(PlaceState)
  const at = scope_id === undefined ? { scope } : { scope, scope_id }
  const isChosen = scope === WordScope.global || scope_id !== undefined
  const names: Record<WordScope, () => string> = {
    global: () => labelOf(WordScope, scope, lang),
    platform: () => labelOf(PLATFORMS, scope_id ?? '', lang),
    org: () => orgName(scope_id ?? ''),
    room: () => scope_id ?? '',
  }
  return (
    <ActHost>
      <p className={textStyles.hint}>{t('hint')}</p>
      <WordPlace at={at} onChange={(next) => change({ scope_id: undefined, ...next })} />
      {isChosen ? <WordList key={`${scope}/${scope_id}`} at={at} place={names[scope]()} /> : null}
    </ActHost>
  )
}
