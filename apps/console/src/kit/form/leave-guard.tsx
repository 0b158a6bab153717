import { useEffect } from 'react'
import { Modal } from 'antd'
import { useBlocker } from 'react-router'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import './form.i18n.ts'

interface LeaveGuardProps {
  /** There is something typed that is not saved. */
  dirty: boolean
  /** What is typed comes back the next time. */
  keepsDraft: boolean
  /** The form itself is being closed. */
  leaving: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks once before what was typed is left behind: on closing the form, on going to another page, on closing the tab. */
export function LeaveGuard({ dirty, keepsDraft, leaving, onLeave, onStay }: LeaveGuardProps) {
  const t = useText('form')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  const isBlocked = blocker.state === 'blocked'
  const stay = () => {
    if (isBlocked) blocker.reset()
    onStay()
  }
  const leave = () => {
    if (isBlocked) blocker.proceed()
    onLeave()
  }
  return (
    <Modal
      open={leaving || isBlocked}
      title={t('leaveTitle')}
      width={WIDTH.confirm}
      okText={t('stay')}
      cancelText={t('leave')}
      onOk={stay}
      onCancel={leave}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
    >
      <p className="confirm-hint">{t(keepsDraft ? 'leaveDraft' : 'leaveText')}</p>
    </Modal>
  )
}
