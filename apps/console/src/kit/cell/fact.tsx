import type { ReactNode } from 'react'

interface FactProps {
  label: string
  /** Over the whole width of the facts. */
  wide?: boolean
  children: ReactNode
}

/** One line of a `dl`: what it is called, and what it is. */
export function Fact({ label, wide, children }: FactProps) {
  return (
    <div data-wide={wide ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
