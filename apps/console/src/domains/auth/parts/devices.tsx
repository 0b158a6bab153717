import { Button, Tag } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { Device } from '@kaibo/contract/auth/auth.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { useAct, useCall } from '#client/query.ts'
import { dateTimeText } from '#kit/cell/business-time.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { deviceName } from '@kaibo/contract/auth/device.rules.ts'
import '../new-device.i18n.ts'
import '../profile.i18n.ts'
import styles from './profile.module.css'
import textStyles from '#kit/text/text.module.css'

/** Where the account is logged in, and how to end that. */
export function Devices() {
  const query = useCall(authApi.devices, {})
  return (
    <Panel
      loading={query.isPending}
      error={query.error}
      filled={query.data !== undefined}
      onRetry={() => void query.refetch()}
    >
      <ul className={styles.profileDevices}>
        {(query.data?.list ?? []).map((device) => (
          <li key={device.id}>
            <DeviceLine device={device} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function DeviceLine({ device }: { device: Device }) {
  const t = useText('profile')
  const news = useText('new_device')
  const revoke = useAct(authApi.revoke)
  const know = useAct(authApi.knowDevice)
  const isHere = device.current === IsOrNot.is
  return (
    <>
      <span>
        {deviceName(device.user_agent)} {isHere ? <Tag>{t('device_current')}</Tag> : null}
        {device.is_new === IsOrNot.is ? <Tag color="orange">{t('device_new')}</Tag> : null}
        <span className={`${textStyles.meta} ${styles.deviceLine}`}>
          {t('device_line', {
            ip: device.ip,
            seen: dateTimeText(device.last_seen_at),
          })}
        </span>
      </span>
      {isHere ? null : (
        <span>
          {device.is_new === IsOrNot.is ? (
            <Button
              size="small"
              loading={know.isPending}
              onClick={() => know.mutate({ id: device.id })}
            >
              {news('know')}
            </Button>
          ) : null}
          <Button
            size="small"
            danger
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ id: device.id })}
          >
            {t('revoke')}
          </Button>
        </span>
      )}
    </>
  )
}
