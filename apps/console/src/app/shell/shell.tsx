import { Drawer } from 'antd'
import { useState } from 'react'
import { useText } from '#client/i18n.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { Header } from './header.tsx'
import { PageFrame } from './page-frame.tsx'
import { Providers } from './providers.tsx'
import { Sider } from './sider.tsx'
import { useIsPhone } from './use-media.ts'
import { useRights } from './use-rights.ts'
import './shell.i18n.ts'
import './shell.css'

/** The frame around every page but the login: menu, header, and what a page needs to stand in. */
export function Shell() {
  return (
    <Providers>
      <Frame />
    </Providers>
  )
}

function Frame() {
  const t = useText('shell')
  const isPhone = useIsPhone()
  const [collapsed, setCollapsed] = useState(false)
  const [drawer, setDrawer] = useState(false)
  useRights()

  return (
    <div className="shell" data-collapsed={collapsed || undefined}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {isPhone ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          placement="left"
          size={WIDTH.sider + 40}
          title="开播 Kaibo"
          styles={{ body: { padding: 0 } }}
        >
          <Sider collapsed={false} onPick={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <aside className="shell-sider">
          <p className="shell-brand">
            <img src="/favicon.svg" alt="" width={24} height={24} />
            {!collapsed && <span>开播 Kaibo</span>}
          </p>
          <Sider collapsed={collapsed} />
        </aside>
      )}
      <Header
        menuOpen={isPhone ? drawer : !collapsed}
        onMenu={() => (isPhone ? setDrawer(true) : setCollapsed(!collapsed))}
      />
      <PageFrame />
    </div>
  )
}
