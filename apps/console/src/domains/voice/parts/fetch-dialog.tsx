import { useId, useState } from 'react'
import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import { ModelAddress } from './model-address.tsx'
import styles from '../voice.module.css'

/** Has a model fetched that did not come; its address, which may be signed, was not kept. */
export function FetchDialog({ row, onClose }: DialogProps<ResourceRow>) {
  const t = useText('voice')
  const id = useId()
  const [url, setUrl] = useState('')
  const fetching = useAct(voiceApi.fetchNatural, { silent: true, onSuccess: onClose })
  const { resource_id, name, servers } = row
  const failure = servers.find(({ error }) => error !== null)?.error
  const isReady = url.trim() !== '' && !fetching.isPending
  const go = () => fetching.mutate({ resource_id, url })
  return (
    <Modal
      open
      title={t('fetch_title', { name })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={
        <OnlineButton type="primary" loading={fetching.isPending} disabled={!isReady} onClick={go}>
          {t('fetch_go')}
        </OnlineButton>
      }
    >
      {failure === undefined ? null : (
        <p>
          <span className={styles.soft}>{t('why')}</span> {failure}
        </p>
      )}
      <p className={styles.soft}>{t('fetch_hint')}</p>
      <div className={styles.licence}>
        <label htmlFor={id}>{t('fetch_from')}</label>
        <ModelAddress id={id} value={url} onChange={setUrl} onEnter={() => isReady && go()} />
      </div>
      {fetching.error ? <Fault error={fetching.error} /> : null}
    </Modal>
  )
}
