import { Link } from 'react-router'
import { useText } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import '../talk-words.i18n.ts'
import styles from '../talk-room.module.css'

export const TALK_TABS = ['sets', 'words'] as const
export type TalkTab = (typeof TALK_TABS)[number]

/** What rooms say, and what they may not say. */
export function TalkTabs({ tab }: { tab: TalkTab }) {
  const t = useText('talk_words')
  return (
    <nav aria-label={t('nav')} className={styles.nav}>
      {TALK_TABS.map((name) => (
        <Link
          key={name}
          to={paths.talk({ tab: name === 'words' ? name : undefined })}
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
