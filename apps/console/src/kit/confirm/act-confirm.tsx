import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { DialogFooter } from '#kit/action/dialog-footer.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'

interface ActConfirmProps {
  title: string
  /** What is lost by it, and whether it can be undone. */
  hint: string
  /** The button's text says what happens: 删除, not 确定. */
  act: string
  danger?: boolean
  busy: boolean
  error: Error | null
  onAct: () => void
  onClose: () => void
}

/** The confirmation of an act that takes something away (spec §9: 416 wide). Shows the act's error. */
export function ActConfirm({
  title,
  hint,
  act,
  danger = false,
  busy,
  error,
  onAct,
  onClose,
}: ActConfirmProps) {
  return (
    <Modal
      open
      title={title}
      width={WIDTH.confirm}
      onCancel={onClose}
      footer={
        <DialogFooter act={act} danger={danger} busy={busy} onAct={onAct} onClose={onClose} />
      }
    >
      <p className={textStyles.hint}>{hint}</p>
      {error ? <Fault error={error} /> : null}
    </Modal>
  )
}
