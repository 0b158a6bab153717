import type { ReactNode } from 'react'
import { Modal, Skeleton } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import type { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { WhyLink } from '#kit/why/why.tsx'
import './form.i18n.ts'

interface StandInProps {
  /** The form's, as far as it is known. */
  title: string
  onClose: () => void
}

/** In the place of a form that cannot be shown, or not yet. */
function StandIn({ title, onClose, children }: StandInProps & { children: ReactNode }) {
  return (
    <Modal open title={title} width={WIDTH.dialog} footer={null} onCancel={onClose}>
      {children}
    </Modal>
  )
}

export function FormWaiting(props: StandInProps) {
  return (
    <StandIn {...props}>
      <div aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    </StandIn>
  )
}

interface FormRefusedProps extends StandInProps {
  reason: string
  /** The action that is missing, where it is that. */
  missing: string | undefined
}

export function FormRefused({ reason, missing, ...props }: FormRefusedProps) {
  const t = useText('form')
  return (
    <StandIn {...props}>
      <Empty
        title={t('refused', { act: props.title })}
        hint={reason}
        action={missing ? <WhyLink action={missing} /> : null}
      />
    </StandIn>
  )
}

interface FormGoneProps extends StandInProps {
  /** What the form is of. */
  what: string
  /** The right to see such records. */
  right: string
}

/** Gone, or out of one's sight: the server says the same of both. */
export function FormGone({ what, right, ...props }: FormGoneProps) {
  const t = useText('form')
  return (
    <StandIn {...props}>
      <Empty title={t('gone', { what })} hint={t('goneHint')} action={<WhyLink action={right} />} />
    </StandIn>
  )
}

export function FormFailed(props: StandInProps & { error: CallError; onRetry: () => void }) {
  return (
    <StandIn {...props}>
      <Panel loading={false} error={props.error} filled={false} onRetry={props.onRetry}>
        {null}
      </Panel>
    </StandIn>
  )
}
