import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  title: string
  text: string
  /** What can be done about it. */
  children?: ReactNode
}

/** A page that says one thing: an error, a refusal, an address that leads nowhere. */
export function Notice({ title, text, children }: Props) {
  return (
    <section className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.acts}>{children}</div>
    </section>
  )
}
