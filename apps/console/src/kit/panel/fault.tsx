import { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { Code } from '#kit/cell/code.tsx'
import { WhyOf } from '#kit/why/why-of.tsx'
import textStyles from '#kit/text/text.module.css'
import styles from './panel.module.css'

interface FaultProps {
  error: Error
  /** The right to see such records: what a record that cannot be found is asked about. */
  right?: string | undefined
}

/** A failure that stands where it belongs: over a form, in a dialog. */
export const Fault = (props: FaultProps) => (
  <p className={textStyles.fault} role="alert">
    <FaultWords {...props} />
  </p>
)

/** What went wrong; then the id that support finds it by, or, where it is the person's rights, why. */
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
