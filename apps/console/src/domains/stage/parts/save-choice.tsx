import { Button, Modal } from 'antd'
import type { Apply } from '@kaibo/contract/stage/anchor.schema.ts'
import { useText } from '#client/i18n.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import '../scene.i18n.ts'

interface SaveChoiceProps {
  onChoose: (apply: Apply) => void
  onClose: () => void
}

/** Of a room on air: whether viewers see it at once. */
export function SaveChoice({ onChoose, onClose }: SaveChoiceProps) {
  const t = useText('scene')
  return (
    <Modal
      open
      title={t('save_ask')}
      onCancel={onClose}
      footer={[
        <Button key="next" onClick={() => onChoose('next')}>
          {t('save_next')}
        </Button>,
        <OnlineButton key="now" type="primary" onClick={() => onChoose('now')}>
          {t('save_now')}
        </OnlineButton>,
      ]}
    >
      {t('save_why')}
    </Modal>
  )
}
