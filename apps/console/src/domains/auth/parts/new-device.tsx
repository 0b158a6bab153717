import { useState } from 'react'
import { Button } from 'antd'
import { CloseOutlined, WarningOutlined } from '@ant-design/icons'
import * as z from 'zod/mini'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useSession } from '#client/session.ts'
import { entry } from '#client/storage.ts'
import { dateTimeText } from '#kit/cell/business-time.ts'
import { deviceName } from '@kaibo/contract/auth/device.rules.ts'
import '../new-device.i18n.ts'
import styles from './new-device.module.css'

/** Logins whose line was put away on this machine. */
const putAway = entry('new_device_away', z.array(z.string()))
const KEPT = 20

/**
 * A login from a machine the account never used, said in one line under whatever page shows, until somebody says whose it is or puts the
 * line away; the profile still lists it then.
 */
export function NewDevice() {
  const t = useText('new_device')
  const [away, setAway] = useState(() => putAway.read() ?? [])
  const device = useSession().info?.new_devices.find(({ id }) => !away.includes(id))
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
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('put_away')}
          onClick={() => {
            const ids = [...away, id].slice(-KEPT)
            putAway.write(ids)
            setAway(ids)
          }}
        />
      </div>
    </section>
  )
}
