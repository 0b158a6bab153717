import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { TitleProvider } from '#kit/title/record-title.ts'
import { paths } from '#kit/address/paths.ts'
import { usePageScroll } from './use-page-scroll.ts'
import { rightOf, usePlace, useScreen } from './use-place.ts'
import { titlePage, useRecordName } from './visits.ts'
import styles from './shell.module.css'
import textStyles from '#kit/text/text.module.css'

/** The frame of a page: checks its right, and announces a change of page to screen readers. */
export function PageFrame() {
  const main = useRef<HTMLElement>(null)
  usePageScroll(main)
  const announcement = usePageChange(main)
  const { state } = useNavigation()
  return (
    <>
      {state === 'loading' && <div className={styles.shellProgress} aria-hidden />}
      <main id="main" ref={main} className={styles.shellMain} tabIndex={-1}>
        <TitleProvider value={titlePage}>
          <Page />
        </TitleProvider>
      </main>
      <p className={textStyles.hidden} aria-live="polite">
        {announcement}
      </p>
    </>
  )
}

/** Refuses a page whose right is missing, once the rights are known. */
function Page() {
  const { actions } = useSession()
  const screen = useScreen()
  const right = screen && rightOf(screen)
  if (!right) return <Outlet />
  if (!actions) return null
  if (!actions.includes(right)) return <Navigate to={paths.forbidden(right)} replace />
  return <Outlet />
}

/** On a change of page: title, focus on the page's heading, and the words for a screen reader. */
function usePageChange(main: React.RefObject<HTMLElement | null>): string {
  const t = useText('shell')
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const language = useLanguage()
  const place = usePlace()
  const record = useRecordName(pathname)
  const name = place?.isRecord ? record : place?.screen.called[language]
  const shown = useRef(pathname)

  useEffect(() => {
    const isFirst = shown.current === pathname
    // Looked for only where it is needed: whether it shows is known after a layout.
    const heading = isFirst && name !== undefined ? undefined : shownHeading(main.current)
    const title = name ?? heading?.textContent ?? ''
    document.title = title ? `${title} · 开播 Kaibo` : '开播 Kaibo'
    // On the first page the focus is left to the browser.
    if (isFirst) return
    shown.current = pathname
    if (heading) heading.tabIndex = -1
    ;(heading ?? main.current)?.focus({ preventScroll: true })
    setAnnouncement(title && t('opened', { title }))
  }, [main, name, pathname, t])
  return announcement
}

/** Pages that were left are kept in the document, hidden. */
const shownHeading = (main: HTMLElement | null): HTMLHeadingElement | undefined =>
  [...(main?.querySelectorAll('h1') ?? [])].find((one) => one.checkVisibility())
