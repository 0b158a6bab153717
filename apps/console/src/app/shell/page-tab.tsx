import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { CloseOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useText } from '#client/i18n.ts'
import type { Tab } from './use-tabs.ts'
import styles from './page-tabs.module.css'
import textStyles from '#kit/text/text.module.css'

const MIDDLE = 1

interface PageTabProps {
  tab: Tab
  /** Whether the Tab key reaches it. */
  isEntry: boolean
  onFocus: () => void
  onBlur: () => void
  /** Undefined for the only tab. */
  onClose: (() => void) | undefined
  /** Opens its context menu. */
  onMenu: () => void
}

/** One visited page: a link; middle click and Delete close it. */
export function PageTab({ tab, isEntry, onFocus, onBlur, onClose, onMenu }: PageTabProps) {
  const t = useText('shell')
  const { to, title, isShown, hasDraft } = tab
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!isShown) return undefined
    // In the next frame, which lays out anyway: measured now, all that was just rendered would be laid out twice.
    const frame = requestAnimationFrame(() =>
      link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isShown])

  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== MIDDLE) return
    // Otherwise the browser would open the link in a new tab.
    event.preventDefault()
    onClose?.()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const item = event.currentTarget.closest('li')
    const next = item && neighbourOf(item, event.key)
    if (event.key !== 'Delete' && !next) return
    event.preventDefault()
    next?.querySelector('a')?.focus()
    if (event.key === 'Delete') onClose?.()
  }
  return (
    <li className={styles.pageTab}>
      <Link
        ref={link}
        to={to}
        title={title}
        aria-current={isShown ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        tabIndex={isEntry ? 0 : -1}
        onFocus={onFocus}
        onBlur={onBlur}
        onAuxClick={onAuxClick}
        onKeyDown={onKeyDown}
        onContextMenu={onMenu}
      >
        <span className={styles.pageTabTitle}>{title}</span>
        {hasDraft ? (
          <span className={styles.pageTabDraft} title={t('tab_draft')}>
            <span className={textStyles.hidden}>{t('tab_draft')}</span>
          </span>
        ) : null}
      </Link>
      {onClose ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('tab_close_one', { title })}
          onClick={onClose}
          onContextMenu={onMenu}
        >
          <CloseOutlined aria-hidden />
        </button>
      ) : null}
    </li>
  )
}

/** The tab that a key moves to; after closing one, its neighbour. */
function neighbourOf(item: Element, key: string): Element | null {
  switch (key) {
    case 'ArrowRight':
      return item.nextElementSibling
    case 'ArrowLeft':
      return item.previousElementSibling
    case 'Home':
      return item.parentElement?.firstElementChild ?? null
    case 'End':
      return item.parentElement?.lastElementChild ?? null
    case 'Delete':
      return item.nextElementSibling ?? item.previousElementSibling
    default:
      return null
  }
}
