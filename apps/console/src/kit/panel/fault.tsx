import { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { Code } from '#kit/cell/code.tsx'
import { WhyOf } from '#kit/why/why-of.tsx'
import textStyles from '#kit/text/text.module.css'
import styles from './panel.module.css'

interface FaultProps {
  error: Error
  /** The right to see such records; if the record is not found, 为什么? explains this right. */
  right?: string | undefined
}

/** An error in place: above a form, in a dialog. */
export const Fault = (props: FaultProps) => (
  <p className={textStyles.fault} role="alert">
    <FaultWords {...props} />
  </p>
)

/** The error's text, with the trace id for support, or 为什么? if the person lacks a right. */
export function FaultWords({ error, right }: FaultProps) {
  const t = useText('cell')
  const id = error instanceof CallError ? error.supportId : null
  return (
    <>
      {error.message}
      {id === null ? null : (
        <span className={styles.faultId}>
          <Code value={id} label={t('trace')} />
        </span>
      )}
      <WhyOf error={error} right={right} />
    </>
  )
}
