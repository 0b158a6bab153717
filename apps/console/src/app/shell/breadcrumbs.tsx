import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { usePlace } from './use-place.ts'

/** Where the page stands in the menu. The area is a heading there, not a page, so nothing here is a link yet. */
export function Breadcrumbs() {
  const t = useText('shell')
  const language = useLanguage()
  const place = usePlace()
  if (!place) return null
  return (
    <nav aria-label={t('breadcrumb')} className="shell-crumbs">
      <ol>
        <li>{place.area[language]}</li>
        <li aria-current="page">{place.screen[language]}</li>
      </ol>
    </nav>
  )
}
