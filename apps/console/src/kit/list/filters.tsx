import type { ReactNode } from 'react'
import './list.css'

/** One row of inline filters; on a phone they stack two in a row. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <div className="filters" role="search">
      {children}
    </div>
  )
}
