import type { ReactNode } from 'react'
import { Button, Form, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import type { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { WhyLink } from '#kit/why/why.tsx'
import './form.i18n.ts'
import { useLabels } from './use-labels.ts'
import styles from './form.module.css'

interface StandInProps {
  /** The form's title, as far as it is known. */
  title: string
  onClose: () => void
}

/** A dialog in place of a form that cannot be shown, or not yet. */
function StandIn({
  title,
  onClose,
  footer = null,
  children,
}: StandInProps & { footer?: ReactNode; children: ReactNode }) {
  return (
    <Modal open title={title} width={WIDTH.dialog} footer={footer} onCancel={onClose}>
      {children}
    </Modal>
  )
}

/** How many fields a form has that is on its way, as most have. */
const FIELDS = 5

/** In the shape of the form that comes: its title and its fields stay where they are. */
export function FormWaiting(props: StandInProps) {
  const t = useText('form')
  const labels = useLabels()
  const footer = (
    <>
      <Button onClick={props.onClose}>{t('cancel')}</Button>
      <span aria-hidden="true" className={`${styles.coming} ${styles.comingButton}`} />
    </>
  )
  return (
    <StandIn {...props} footer={footer}>
      <Form aria-busy="true" className={styles.form} {...labels}>
        {Array.from({ length: FIELDS }, (_, at) => (
          <Form.Item key={at} label={<span className={`${styles.coming} ${styles.comingLabel}`} />}>
            <div className={styles.coming} />
          </Form.Item>
        ))}
      </Form>
    </StandIn>
  )
}

interface FormRefusedProps extends StandInProps {
  reason: string
  /** The missing right, if that is the reason. */
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

/** The record is deleted or outside the person's scope; the server gives the same answer for both. */
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
