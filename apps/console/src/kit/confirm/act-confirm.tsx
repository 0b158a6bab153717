import { Button, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { useOffline } from '#kit/action/use-can-act.ts'
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
  const t = useText('action')
  const speak = useSpeak()
  const offline = useOffline()
  return (
    <Modal
      open
      title={title}
      width={WIDTH.confirm}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {offline ? (
            <RefusedButton type="primary" danger={danger} reason={speak(offline)}>
              {act}
            </RefusedButton>
          ) : (
            <Button type="primary" danger={danger} loading={busy} onClick={onAct}>
              {act}
            </Button>
          )}
        </>
      }
    >
      <p className={textStyles.hint}>{hint}</p>
      {error ? <Fault error={error} /> : null}
    </Modal>
  )
}
