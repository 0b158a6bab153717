import { Button, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import './form.i18n.ts'
import textStyles from '#kit/text/text.module.css'

/** Whether the unsaved input is kept as a draft. */
export interface Unsaved {
  keepsDraft: boolean
}

interface LeaveQuestionProps extends Unsaved {
  onStay: () => void
  onLeave: () => void
}

export function LeaveQuestion({ keepsDraft, onStay, onLeave }: LeaveQuestionProps) {
  const t = useText('form')
  return (
    <Modal
      open
      title={t('leaveTitle')}
      width={WIDTH.confirm}
      // Escape means: stay.
      onCancel={onStay}
      closable={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onLeave}>{t('leave')}</Button>
          <Button type="primary" onClick={onStay}>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p className={textStyles.hint}>{t(keepsDraft ? 'leaveDraft' : 'leaveText')}</p>
    </Modal>
  )
}
