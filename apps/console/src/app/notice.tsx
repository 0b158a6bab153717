import type { ReactNode } from 'react'

interface Props {
  title: string
  text: string
  /** What can be done about it. */
  children?: ReactNode
}

/** A page that says one thing: an error, a refusal, an address that leads nowhere. */
export function Notice({ title, text, children }: Props) {
  return (
    <section className="notice">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="notice-acts">{children}</div>
    </section>
  )
}
