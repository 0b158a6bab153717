import { Button } from 'antd'
import type { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import styles from '../talk.module.css'

interface SaveFaultProps {
  error: CallError
  onPick: (path: string) => void
}

/** Why the draft could not be saved, and the way to the field that is to blame. */
export function SaveFault({ error, onPick }: SaveFaultProps) {
  const t = useText('talk')
  const [path] = Object.keys(error.fields)
  return (
    <p role="alert" className={styles.failed}>
      {error.message}{' '}
      {path === undefined ? null : (
        <Button type="link" size="small" onClick={() => onPick(path)}>
          {t('to_field')}
        </Button>
      )}
    </p>
  )
}
