import { useId, useState } from 'react'
import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import { ServerSelect } from './server-select.tsx'
import styles from '../voice.module.css'

/** Brings a resource to servers, in the order in which they are chosen. */
export function PublishDialog({ row, onClose }: DialogProps<ResourceRow>) {
  const t = useText('voice')
  const speak = useSpeak()
  const id = useId()
  const [server_ids, setServers] = useState(row.servers.map(({ server_id }) => server_id))
  const publish = useAct(voiceApi.publish, { silent: true, onSuccess: onClose })
  const { resource_id, name, revision } = row
  return (
    <Modal
      open
      title={t('publish_title', { name, revision })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={
        <OnlineButton
          type="primary"
          loading={publish.isPending}
          disabled={server_ids.length === 0}
          onClick={() => publish.mutate({ resource_id, server_ids })}
        >
          {t('publish_go')}
        </OnlineButton>
      }
    >
      <p className={styles.soft}>{t('publish_hint_go')}</p>
      <div className={styles.licence}>
        <label htmlFor={id}>{speak(nouns.voiceServer)}</label>
        <ServerSelect id={id} value={server_ids} onChange={setServers} />
      </div>
      {publish.error ? <Fault error={publish.error} /> : null}
    </Modal>
  )
}
