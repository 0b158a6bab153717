import { Button, Progress } from 'antd'
import { useText } from '#client/i18n.ts'
import { FaultWords } from '#kit/panel/fault.tsx'
import type { Uploading } from './use-upload.ts'
import './upload.i18n.ts'
import styles from './upload.module.css'
import textStyles from '#kit/text/text.module.css'

const HUNDRED = 100

/** How far an upload is, with what can be done about it: cancel while it runs, try again when it failed. */
export function UploadProgress({ state, cancel, retry }: Uploading) {
  const t = useText('upload')
  if (state.step === 'idle') return null
  if (state.step === 'done') {
    return (
      <p className={styles.state} role="status">
        {t('done')}
      </p>
    )
  }
  if (state.step === 'failed') {
    return (
      <div className={styles.state} role="alert">
        <span className={textStyles.fault}>
          <FaultWords error={state.error} />
        </span>
        <Button size="small" onClick={retry}>
          {t(state.goesOn ? 'go_on' : 'retry')}
        </Button>
        <Button size="small" type="text" onClick={cancel}>
          {t('cancel')}
        </Button>
      </div>
    )
  }
  const percent = state.step === 'sending' ? Math.floor(state.share * HUNDRED) : HUNDRED
  const words = state.step === 'sending' ? t('sending', { percent }) : t('checking')
  return (
    <div className={styles.state}>
      <Progress
        percent={percent}
        size="small"
        showInfo={false}
        status={state.step === 'checking' ? 'active' : 'normal'}
        aria-label={words}
      />
      <span className={textStyles.meta}>{words}</span>
      <Button size="small" onClick={cancel}>
        {t('cancel_upload')}
      </Button>
    </div>
  )
}
