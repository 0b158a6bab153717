import type { ReactNode } from 'react'

interface FactProps {
  label: string
  /** Spans all columns of the list. */
  wide?: boolean
  children: ReactNode
}

/** One entry of a `dl`: label and value. */
export function Fact({ label, wide, children }: FactProps) {
  return (
    <div data-wide={wide ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
