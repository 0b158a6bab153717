import { Link, useLocation } from 'react-router'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { usePlace } from './use-place.ts'
import { useRecordName } from './visits.ts'
import styles from './shell.module.css'

/** The page's place in the menu. The area is a heading without a page; a record's parent is its list. */
export function Breadcrumbs() {
  const t = useText('shell')
  const language = useLanguage()
  const place = usePlace()
  const record = useRecordName(useLocation().pathname)
  if (!place) return null
  const { area, screen, isRecord } = place
  const name = screen.called[language]
  return (
    <nav aria-label={t('breadcrumb')} className={styles.shellCrumbs}>
      <ol>
        <li>{area.called[language]}</li>
        {isRecord ? (
          <li>
            <Link to={screens[screen.screen].path}>{name}</Link>
          </li>
        ) : null}
        {isRecord && record === undefined ? null : (
          <li aria-current="page">{isRecord ? record : name}</li>
        )}
      </ol>
    </nav>
  )
}
