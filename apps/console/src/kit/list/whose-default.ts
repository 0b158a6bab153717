import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import type { View } from '@kaibo/contract/view/view.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import './list.i18n.ts'

/** For whom the list opens by this view, in words. */
export function useWhoseDefault({ opens, group }: View): string | undefined {
  const t = useText('list')
  const lang = useLanguage()
  if (opens !== IsOrNot.is) return undefined
  return group ? t('default_of', { group: groupWords(group)[lang] }) : t('my_default')
}
