import { useText } from '#client/i18n.ts'
import '../sms.i18n.ts'
import styles from '../sms.module.css'

/** How a phone becomes a gateway. */
export function GatewaySteps() {
  const t = useText('sms')
  return (
    <ol className={styles.steps}>
      <li>{t('step_1')}</li>
      <li>{t('step_2')}</li>
      <li>{t('step_3')}</li>
    </ol>
  )
}
