import type { ReactNode } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: string
  /** Beside the title: how many of what the page shows. */
  count?: ReactNode
  /** What can be done with the page as a whole. */
  children?: ReactNode
}

/** The head of a page: its title, what it counts, and its buttons at the end of the line. */
export const PageHead = ({ title, count, children }: PageHeadProps) => (
  <header className={styles.head}>
    <h1>{title}</h1>
    {count === undefined ? null : <span className={styles.count}>{count}</span>}
    {children ? <div className={styles.acts}>{children}</div> : null}
  </header>
)
