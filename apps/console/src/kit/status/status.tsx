import type { ReactNode } from 'react'
import styles from './status.module.css'

/** The look of a state: a colour and a shape, so that it does not depend on colour alone. */
export type Tone = 'onair' | 'starting' | 'idle' | 'attention' | 'failed' | 'ok' | 'offline'

const shapes: Record<Tone, ReactNode> = {
  onair: <circle cx="6" cy="6" r="4" />,
  starting: <path d="M6 2a4 4 0 1 0 4 4" fill="none" stroke="currentColor" strokeWidth="2" />,
  idle: <circle cx="6" cy="6" r="3" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  attention: <path d="M6 1.5 11 10.5H1Z" />,
  failed: <path d="m3 3 6 6m0-6-6 6" fill="none" stroke="currentColor" strokeWidth="2" />,
  ok: <path d="m2 6.5 2.5 2.5L10 3.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  offline: (
    <path d="M2 6h8" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="2 1.5" />
  ),
}

export function Status({
  tone,
  solid = false,
  children,
}: {
  tone: Tone
  solid?: boolean
  children: ReactNode
}) {
  return (
    <span
      data-kit="status"
      className={[styles.status, styles[tone], solid && styles.solid].filter(Boolean).join(' ')}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" fill="currentColor" aria-hidden="true">
        {shapes[tone]}
      </svg>
      {children}
    </span>
  )
}
