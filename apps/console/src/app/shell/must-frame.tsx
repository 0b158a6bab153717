import { lazy, Suspense, useEffect, useState } from 'react'
import { LogoutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { forgetEarly } from '#client/early.ts'
import { useText } from '#client/i18n.ts'
import { Brand } from '../brand.tsx'
import { Appearance } from './appearance.tsx'
import { AskToLogOut } from './ask-to-log-out.tsx'
import './shell.i18n.ts'
import styles from './must-frame.module.css'

const MustPage = lazy(() => import('#domains/auth/pages/must.page.tsx'))

/** In the place of the whole shell while the login owes something: a menu of what it cannot open would only be in the way. */
export function MustFrame() {
  const t = useText('shell')
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    document.title = '开播 Kaibo'
    forgetEarly()
  }, [])
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Brand />
        <Appearance />
        <Button
          type="text"
          icon={<LogoutOutlined aria-hidden />}
          aria-label={t('logout')}
          title={t('logout')}
          onClick={() => setLeaving(true)}
        />
      </header>
      <main id="main" className={styles.main}>
        <Suspense>
          <MustPage />
        </Suspense>
      </main>
      {leaving ? <AskToLogOut onClose={() => setLeaving(false)} /> : null}
    </div>
  )
}
