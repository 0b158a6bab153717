import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { searchAsks } from './search-asks.ts'
import './palette.i18n.ts'
import styles from './palette.module.css'

const KEYS = 'Ctrl K'

/** At the top of the menu: looks like what it opens. */
export function SearchBox({ short }: { short: boolean }) {
  const t = useText('palette')
  return (
    <button
      type="button"
      className={styles.box}
      data-short={short || undefined}
      aria-label={t('search')}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('search')} (${KEYS})`}
      onClick={() => searchAsks.emit()}
    >
      <SearchOutlined aria-hidden />
      {short ? null : (
        <>
          <span>{t('box')}</span>
          {/* Drawn, not written: what is written here is the button's name. */}
          <kbd data-keys={KEYS} />
        </>
      )}
    </button>
  )
}

/** Where there is no menu in sight. */
export function SearchButton() {
  const t = useText('palette')
  return (
    <Button
      type="text"
      icon={<SearchOutlined aria-hidden />}
      aria-label={t('search')}
      onClick={() => searchAsks.emit()}
    />
  )
}
