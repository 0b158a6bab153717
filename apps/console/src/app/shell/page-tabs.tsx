import { useState } from 'react'
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useText } from '#client/i18n.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'
import { PageTab } from './page-tab.tsx'
import { useTabs, type Tab } from './use-tabs.ts'
import styles from './page-tabs.module.css'

/** The visited pages, each a link to its last address. Tab reaches one of them, arrow keys the others. */
export function PageTabs() {
  const t = useText('shell')
  const { tabs, close, closeOthers, closeRight } = useTabs()
  const [focused, setFocused] = useState<string>()
  const [asked, setAsked] = useState<string>()
  const shown = tabs.find(({ isShown }) => isShown) ?? tabs.at(-1)
  const entry = tabs.find(({ path }) => path === focused) ?? shown

  const menuTab = tabs.find(({ path }) => path === asked) ?? shown

  const menuOf = (tab: Tab): MenuProps => ({
    items: [
      {
        key: 'close',
        label: t('tab_close'),
        disabled: tabs.length === 1,
        onClick: () => close(tab),
      },
      {
        key: 'others',
        label: t('tab_close_others'),
        disabled: tabs.length === 1,
        onClick: () => closeOthers(tab),
      },
      {
        key: 'right',
        label: t('tab_close_right'),
        disabled: tab === tabs.at(-1),
        onClick: () => closeRight(tab),
      },
    ],
  })
  return (
    <nav className={styles.pageTabs} aria-label={t('tabs')}>
      {/* One menu for all tabs. */}
      <Dropdown trigger={['contextMenu']} menu={menuTab ? menuOf(menuTab) : {}}>
        <ul>
          {tabs.map((tab) => (
            <PageTab
              key={tab.path}
              tab={tab}
              isEntry={tab === entry}
              onFocus={() => setFocused(tab.path)}
              onBlur={() => setFocused(undefined)}
              onMenu={() => setAsked(tab.path)}
              onClose={tabs.length > 1 ? () => close(tab) : undefined}
            />
          ))}
        </ul>
      </Dropdown>
      {shown ? (
        <MenuButton menu={menuOf(shown)}>
          <Button
            size="small"
            type="text"
            icon={<DownOutlined aria-hidden />}
            aria-label={t('tab_menu')}
          />
        </MenuButton>
      ) : null}
    </nav>
  )
}
