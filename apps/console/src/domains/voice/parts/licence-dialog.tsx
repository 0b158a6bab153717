import { useState } from 'react'
import { Checkbox, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { PublishState } from '@kaibo/contract/voice/voice.enums.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct, useCall } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import { Status } from '#kit/status/status.tsx'
import { PUBLISH_TONES } from '../voice.tones.ts'
import '../voice.i18n.ts'
import styles from '../voice.module.css'

/** How far the model is: nobody waits for it by hand. */
const EVERY_MS = 2_000

/** What the archive of a model says of how it may be used, as soon as it is unpacked; no model is heard before that is accepted. */
export function LicenceDialog({ row, onClose }: DialogProps<ResourceRow>) {
  const t = useText('voice')
  const lang = useLanguage()
  const { resource_id, name } = row
  const query = useCall(voiceApi.resources, { resource_id }, { refetchMs: EVERY_MS })
  const { sha256, servers } = query.data?.list[0] ?? row
  const way = servers.find(({ state }) => state === PublishState.licence) ?? servers[0]
  const isAsked = way?.state === PublishState.licence
  const licence = useCall(voiceApi.modelLicence, { resource_id }, { enabled: isAsked })
  const accept = useAct(voiceApi.acceptLicence, { silent: true, onSuccess: onClose })
  // Of this archive: another one may come in its place while it is read
  const [read, setRead] = useState('')
  const texts = licence.data?.sha256 === sha256 ? licence.data.texts : undefined
  const error = accept.error ?? licence.error ?? query.error
  return (
    <Modal
      open
      title={t('licence_title', { name })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={
        <OnlineButton
          type="primary"
          loading={accept.isPending}
          disabled={!isAsked || !texts || read !== sha256}
          onClick={() => accept.mutate({ resource_id, sha256 })}
        >
          {t('licence_accept')}
        </OnlineButton>
      }
    >
      {isAsked && texts ? (
        <>
          <p className={styles.soft}>{t(texts.length > 0 ? 'licence_read' : 'licence_none')}</p>
          {texts.map(({ name: file, text }) => (
            <section key={file} aria-label={file}>
              <h3 className={styles.part}>{file}</h3>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- is scrolled by keys */}
              <pre className={styles.text} tabIndex={0}>
                {text}
              </pre>
            </section>
          ))}
          <Checkbox
            checked={read === sha256}
            onChange={({ target }) => setRead(target.checked ? sha256 : '')}
          >
            {t('model_confirmed')}
          </Checkbox>
        </>
      ) : way ? (
        <>
          <Status tone={PUBLISH_TONES[way.state]}>{labelOf(PublishState, way.state, lang)}</Status>
          <p className={styles.soft}>
            {way.error ?? t(WAITS.has(way.state) ? 'licence_wait' : 'licence_over')}
          </p>
        </>
      ) : null}
      {error ? <Fault error={error} /> : null}
    </Modal>
  )
}

/** Its licence is asked for later. */
const WAITS: ReadonlySet<ResourceRow['servers'][number]['state']> = new Set([
  PublishState.fetching,
  PublishState.wait,
  PublishState.sending,
  PublishState.licence,
])
