import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { OnlineButton } from './online-button.tsx'
import './action.i18n.ts'

interface DialogFooterProps {
  /** Says what happens: 停播, not 确定. */
  act: string
  /** Without it 取消. */
  cancel?: string
  danger?: boolean
  busy: boolean
  disabled?: boolean
  onAct: () => void
  onClose: () => void
}

/** The buttons of a dialog that does one thing. */
export function DialogFooter(props: DialogFooterProps) {
  const { act, cancel, danger = false, busy, disabled = false, onAct, onClose } = props
  const t = useText('action')
  return (
    <>
      <Button onClick={onClose}>{cancel ?? t('cancel')}</Button>
      <OnlineButton
        type="primary"
        danger={danger}
        loading={busy}
        disabled={disabled}
        onClick={onAct}
      >
        {act}
      </OnlineButton>
    </>
  )
}
