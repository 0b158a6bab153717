import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  title: string
  text: string
  /** Above the title. */
  sign?: ReactNode
  /** The buttons. */
  children?: ReactNode
}

/** A page with one message: an error, a refusal, an unknown address. */
export function Notice({ title, text, sign, children }: Props) {
  return (
    <section className={styles.notice}>
      {sign}
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.acts}>{children}</div>
    </section>
  )
}
