import type { ReactNode } from 'react'
import { Button, Skeleton } from 'antd'
import { useText } from '#client/i18n.ts'
import { FaultWords } from './fault.tsx'
import './panel.i18n.ts'
import styles from './panel.module.css'

interface PanelProps {
  loading: boolean
  error: Error | null
  /** There is content already; an error is then shown above it instead of replacing it. */
  filled: boolean
  onRetry: () => void
  /** The right to see what is shown. */
  right?: string | undefined
  /** Shown when there is nothing: why, and the next step. */
  empty?: ReactNode
  isEmpty?: boolean
  skeleton?: ReactNode
  children: ReactNode
}

/** The states of lists, drawers and charts (spec §4): loading, error, empty, success. */
export function Panel({
  loading,
  error,
  filled,
  onRetry,
  right,
  empty,
  isEmpty,
  skeleton,
  children,
}: PanelProps) {
  const t = useText('panel')
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('retry')}
    </Button>
  )
  if (error && !filled) {
    return (
      <div className={styles.error} role="alert">
        <p>
          <FaultWords error={error} right={right} />
        </p>
        {retry}
      </div>
    )
  }
  if (loading && !filled) {
    return (
      <div aria-busy="true">
        {skeleton ?? <Skeleton active paragraph={{ rows: 6 }} title={false} />}
      </div>
    )
  }
  return (
    <>
      {error ? (
        <div className={styles.stale} role="status">
          {t('stale')} {retry}
        </div>
      ) : null}
      {isEmpty ? empty : children}
    </>
  )
}

/** An empty state: what is missing, and the act that adds it. */
export function Empty({
  title,
  hint,
  action,
}: {
  title: string
  hint?: string
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {hint ? <p>{hint}</p> : null}
      {action}
    </div>
  )
}
