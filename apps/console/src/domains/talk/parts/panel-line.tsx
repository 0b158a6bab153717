import { useId, type ReactNode } from 'react'
import styles from './try.module.css'

interface PanelLineProps {
  label: string
  /** Gets the id by which the label names it. */
  children: (id: string) => ReactNode
}

/** A named field of the panes beside the rules. */
export function PanelLine({ label, children }: PanelLineProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
