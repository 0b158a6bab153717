import { Button } from 'antd'
import { WarningOutlined } from '@ant-design/icons'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useSession } from '#client/session.ts'
import { dateTimeText } from '#kit/cell/business-time.ts'
import { deviceName } from '../auth.device.ts'
import '../new-device.i18n.ts'
import styles from './new-device.module.css'

/** A login from a machine the account never used, until somebody says whose it is. */
export function NewDevice() {
  const t = useText('new_device')
  const device = useSession().info?.new_devices[0]
  const know = useAct(authApi.knowDevice)
  const revoke = useAct(authApi.revoke)
  if (!device) return null
  const { id, user_agent, ip, created_at } = device
  const words = {
    device: deviceName(user_agent),
    ip,
    at: dateTimeText(created_at),
  }
  return (
    <section className={styles.newDevice} role="alert">
      <WarningOutlined aria-hidden />
      <p>{t('line', words)}</p>
      <div className={styles.newDeviceActs}>
        <Button size="small" loading={know.isPending} onClick={() => know.mutate({ id })}>
          {t('know')}
        </Button>
        <Button
          size="small"
          danger
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ id })}
        >
          {t('not_me')}
        </Button>
      </div>
    </section>
  )
}
