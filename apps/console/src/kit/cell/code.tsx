import { useEffect, useState } from 'react'
import { copyText } from '#client/clipboard.ts'
import { useText } from '#client/i18n.ts'
import './cell.i18n.ts'
import styles from './cell.module.css'

/** How long 已复制 shows. */
const SAID_MS = 2_000

/** An id: monospace, copied by a click. */
export function Code({ value, label }: { value: string; label: string }) {
  const t = useText('cell')
  const [said, say] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!said) return undefined
    const timer = setTimeout(() => say(undefined), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <>
      <button
        type="button"
        className={styles.code}
        data-kit="code"
        title={`${label} · ${t('click')}`}
        aria-label={`${label} ${value} · ${t('click')}`}
        onClick={(event) => {
          event.stopPropagation()
          void copyText(value).then((isCopied) => say(isCopied ? 'copied' : 'failed'))
        }}
      >
        {value}
      </button>
      {said ? (
        <span className={styles.outcome} role="status">
          {t(said)}
        </span>
      ) : null}
    </>
  )
}
