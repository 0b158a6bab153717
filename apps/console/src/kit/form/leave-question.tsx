import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import './form.i18n.ts'

interface LeaveQuestionProps {
  /** What is about to be left behind; nothing is asked without. */
  unsaved: { keepsDraft: boolean } | undefined
  onStay: () => void
  onLeave: () => void
}

export function LeaveQuestion({ unsaved, onStay, onLeave }: LeaveQuestionProps) {
  const t = useText('form')
  return (
    <Modal
      open={unsaved !== undefined}
      title={t('leaveTitle')}
      width={WIDTH.confirm}
      okText={t('stay')}
      cancelText={t('leave')}
      onOk={onStay}
      onCancel={onLeave}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      destroyOnHidden
    >
      <p className="confirm-hint">{t(unsaved?.keepsDraft ? 'leaveDraft' : 'leaveText')}</p>
    </Modal>
  )
}
