import { Modal } from 'antd'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { StatusCheck } from '@kaibo/contract/room/room.schema.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useCall } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { Instant } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import type { SomeRoom } from '../room.present.ts'
import styles from '../room.module.css'

/** What differs, in words; below it desired, reported and platform state side by side. */
export function CheckDialog({ row: room, onClose }: DialogProps<SomeRoom>) {
  const t = useText('room')
  const check = useCall(roomApi.statusCheck, { room_code: room.room_code })
  return (
    <Modal
      open
      title={`${t('check')} · ${room.name}`}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={null}
    >
      <Panel
        loading={check.isPending}
        error={check.error}
        filled={check.data !== undefined}
        onRetry={() => void check.refetch()}
        right={roomApi.statusCheck.can}
      >
        {check.data ? <Columns check={check.data} /> : null}
      </Panel>
    </Modal>
  )
}

function Columns({ check }: { check: StatusCheck }) {
  const t = useText('room')
  const lang = useLanguage()
  const { desired, reported, platform, differences } = check
  return (
    <>
      {differences.length === 0 ? (
        <Status tone="ok">{t('same')}</Status>
      ) : (
        <ul className={styles.checkDifferences}>
          {differences.map((difference) => (
            <li key={difference}>
              <Status tone="attention">{difference}</Status>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.checkColumns}>
        <div>
          <dt>{t('desired')}</dt>
          <dd>{t(desired.run ? 'check_run' : 'check_stop')}</dd>
        </div>
        <div>
          <dt>{t('reported')}</dt>
          <dd>
            {reported ? labelOf(WorkerStatus, reported.worker, lang) : t('check_none')}
            {reported ? <Instant at={reported.at} /> : null}
          </dd>
        </div>
        <div>
          <dt>{t('platform_state')}</dt>
          <dd>
            {platform ? t(platform.connected ? 'connected' : 'disconnected') : t('check_none')}
            {platform ? <small>{platform.detail}</small> : null}
          </dd>
        </div>
      </dl>
    </>
  )
}
