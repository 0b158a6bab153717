import type { ReactNode } from 'react'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { useAskBeforeClose } from '#kit/progress/use-close-warning.ts'
import { useCan } from '#client/rights.ts'
import { useText } from '#client/i18n.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import '../talk-room.i18n.ts'
import styles from '../talk.module.css'

interface PartFrameProps {
  title: string
  count?: string
  hint: string
  save?: string
  isDirty: boolean
  saving: boolean
  error: { message: string } | null
  onSave: () => void
  children: ReactNode
}

/** The frame of what is saved as one part of a room. */
export function PartFrame(props: PartFrameProps) {
  const { title, count, hint, save, isDirty, saving, error, onSave, children } = props
  const t = useText('talk_room')
  const may = useCan(talkApi.bindTalk.can)
  useAskBeforeClose(isDirty)
  return (
    <>
      <PageHead title={title} count={count ?? ''}>
        <OnlineButton
          type="primary"
          disabled={!isDirty || may !== true}
          loading={saving}
          onClick={onSave}
        >
          {save ?? t('save')}
        </OnlineButton>
      </PageHead>
      <p role="status" className={styles.status}>
        {isDirty ? t('unsaved') : hint}
      </p>
      {error ? (
        <p role="alert" className={styles.failed}>
          {error.message}
        </p>
      ) : null}
      {children}
    </>
  )
}
