import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import { useText } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import { useIsPhone } from '#kit/media/media.ts'
import { Appearance } from './appearance.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { LiveState } from './live-state.tsx'
import { SearchButton } from '../palette/search-button.tsx'
import { PersonMenu } from './person-menu.tsx'
import { TaskTray } from './task-tray.tsx'
import styles from './shell.module.css'

interface Props {
  menuOpen: boolean
  onMenu: () => void
}

export function Header({ menuOpen, onMenu }: Props) {
  const t = useText('shell')
  const isPhone = useIsPhone()
  const { info } = useSession()
  const fold = menuOpen ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />
  return (
    <header className={styles.shellHeader}>
      <Button
        type="text"
        icon={isPhone ? <MenuOutlined aria-hidden /> : fold}
        aria-label={t('menu')}
        aria-expanded={menuOpen}
        onClick={onMenu}
      />
      <Breadcrumbs />
      {info?.demo && (
        <Tooltip title={t('demo_hint')} trigger={['hover', 'focus']}>
          <Tag tabIndex={0}>{t('demo')}</Tag>
        </Tooltip>
      )}
      <span className={styles.shellSpace} />
      <TaskTray />
      {isPhone ? <SearchButton /> : null}
      <LiveState />
      <Appearance />
      <PersonMenu />
    </header>
  )
}
