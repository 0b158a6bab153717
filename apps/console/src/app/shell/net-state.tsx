import { useEffect, useState } from 'react'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { useDisconnected } from '#client/connection.ts'
import { useOnline } from '#client/online.ts'
import styles from './shell.module.css'

const LOOK_EVERY_MS = 5 * 60_000

/** Banners for a lost network and for a newer version of the console; neither interrupts typing. */
export function NetState() {
  const t = useText('shell')
  const online = useOnline()
  const isGone = useDisconnected()
  const isOld = useIsOld()
  if (!online) return <Note text={t('offline')} />
  if (isGone) return <Note text={t('unreachable')} />
  if (!isOld) return null
  return (
    <Note text={t('newer')}>
      <Button size="small" type="primary" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </Note>
  )
}

function Note({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div className={styles.shellNote}>
      {text}
      {children}
    </div>
  )
}

/** The entry script's name contains a hash of its content: another name means a new version. */
const entryIn = (html: string) => /assets\/index-[\w-]+\.js/.exec(html)?.[0]

function useIsOld(): boolean {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    const running = entryIn(document.documentElement.innerHTML)
    const look = async () => {
      const response = await fetch('/', { headers: { accept: 'text/html' } })
      const served = entryIn(await response.text())
      if (response.ok && running && served && served !== running) setIsOld(true)
    }
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
    // A tab that becomes visible again checks at once.
    const onShow = () => {
      if (document.visibilityState === 'visible') void look().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', onShow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [])
  return isOld
}
