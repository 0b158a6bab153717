import { lazy, Suspense, useState } from 'react'
import { useText } from '#client/i18n.ts'
import { useIsPhone } from '#kit/media/media.ts'
import { Adders } from './adders.tsx'
import { useSession } from '#client/session.ts'
import { Header } from './header.tsx'
import { MustFrame } from './must-frame.tsx'
import { NetState } from './net-state.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageTabs } from './page-tabs.tsx'
import { Parts } from './parts.tsx'
import { Providers } from './providers.tsx'
import { Sider } from './sider.tsx'
import { ViewAsNote } from './view-as-note.tsx'
import { useRights } from './use-rights.ts'
import './shell.i18n.ts'
// Not lazy: it must not push up what somebody is about to press.
import { NewDevice } from '#domains/auth/parts/new-device.tsx'
import { Brand } from '../brand.tsx'
import { SearchBox } from '../palette/search-button.tsx'
import { Search } from '../palette/search.tsx'
import styles from './shell.module.css'

const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }))

/** The frame around all pages but the login: menu, header, and the contexts of a page. */
export function Shell() {
  return (
    <Providers>
      <Adders>
        <Parts>
          <Frame />
        </Parts>
      </Adders>
    </Providers>
  )
}

function Frame() {
  const t = useText('shell')
  const isPhone = useIsPhone()
  const [collapsed, setCollapsed] = useState(false)
  const [drawer, setDrawer] = useState(false)
  useRights()
  const { info } = useSession()
  if (info?.must) return <MustFrame />

  return (
    <div className={styles.shell} data-collapsed={collapsed || undefined}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      {isPhone ? (
        <Suspense>
          <PhoneMenu open={drawer} onClose={() => setDrawer(false)} />
        </Suspense>
      ) : (
        <aside className={styles.shellSider}>
          <Brand short={collapsed} />
          <SearchBox short={collapsed} />
          <Sider collapsed={collapsed} />
        </aside>
      )}
      <Header
        menuOpen={isPhone ? drawer : !collapsed}
        onMenu={() => (isPhone ? setDrawer(true) : setCollapsed(!collapsed))}
      />
      {isPhone ? null : <PageTabs />}
      <PageFrame />
      <Search />
      <div className={styles.shellNotes}>
        <NewDevice />
        <div role="status">
          <ViewAsNote />
          <NetState />
        </div>
      </div>
    </div>
  )
}
