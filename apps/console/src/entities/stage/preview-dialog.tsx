import { useEffect, useEffectEvent, useState } from 'react'
import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { rightsOf } from '@kaibo/contract/kernel/endpoint.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import './stage-card.i18n.ts'
import styles from './stage-card.module.css'
import textStyles from '#kit/text/text.module.css'

interface Room {
  room_code: string
  name: string
}

/** What viewers see, small and without sound, by a link that can be given to others. */
export function PreviewDialog({ row: { room_code, name }, onClose }: DialogProps<Room>) {
  const t = useText('stage_card')
  const mayRenew = useCan(...rightsOf(stageApi.renewPreview)) === true
  const [link, setLink] = useState<string>()
  const shown = { onSuccess: ({ path }: { path: string }) => setLink(location.origin + path) }
  const make = useAct(stageApi.preview, shown)
  const renew = useAct(stageApi.renewPreview, shown)
  const begin = () => make.mutate({ room_code })
  const first = useEffectEvent(begin)
  useEffect(() => first(), [])
  return (
    <Modal
      open
      title={t('preview_of', { name })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={null}
    >
      <Panel
        loading={link === undefined && make.error === null}
        error={make.error}
        filled={link !== undefined}
        onRetry={begin}
      >
        {link === undefined ? null : (
          <>
            <iframe
              key={link}
              className={styles.preview}
              src={link}
              title={t('preview_of', { name })}
              sandbox="allow-scripts"
            />
            <CopyLine label={t('preview_link')} text={link} />
            <p className={textStyles.meta}>{t('preview_hint')}</p>
            {mayRenew ? (
              <OnlineButton
                size="small"
                loading={renew.isPending}
                onClick={() => renew.mutate({ room_code })}
              >
                {t('preview_renew')}
              </OnlineButton>
            ) : null}
          </>
        )}
      </Panel>
    </Modal>
  )
}
