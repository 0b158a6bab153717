import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'

interface ActConfirmProps {
  title: string
  /** What goes with it, and whether it comes back. */
  hint: string
  /** Says what happens: 删除, not 确定. */
  act: string
  danger?: boolean
  busy: boolean
  error: Error | null
  onAct: () => void
  onClose: () => void
}

/** Asks before an act that takes something away (spec §9: 416 wide). Its failure stays in it. */
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
      onOk={onAct}
      okText={act}
      okButtonProps={{ danger }}
      confirmLoading={busy}
    >
      <p className={textStyles.hint}>{hint}</p>
      {error ? <Fault error={error} /> : null}
    </Modal>
  )
}
