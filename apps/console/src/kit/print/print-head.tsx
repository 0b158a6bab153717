import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import { useText } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import './print.i18n.ts'
import styles from './print.module.css'

interface PrintHeadProps {
  /** Which rows, and by what they were found, in words. */
  facts: readonly string[]
}

/** On paper alone: what the page shows of how much, who has printed it and when, by the clock of the business. */
export function PrintHead({ facts }: PrintHeadProps) {
  const t = useText('print')
  const { user } = useSession()
  const at = usePrintedAt()
  const by = t('by', { name: user?.nickname ?? '', at: instantText(at) })
  return (
    <p className={styles.head} data-paper>
      {[...facts, by].map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

/** The moment of printing, also of a page that has been open all day. */
function usePrintedAt(): number {
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const print = () => flushSync(() => setAt(Date.now()))
    addEventListener('beforeprint', print)
    return () => removeEventListener('beforeprint', print)
  }, [])
  return at
}
