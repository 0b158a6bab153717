import { use, useEffect, useEffectEvent, type ReactNode } from 'react'
import { Button } from 'antd'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { LeaveGuard, useUnsaved } from '#kit/form/leave-guard.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { useCan } from '#client/rights.ts'
import { useText } from '#client/i18n.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { HeldPart } from './held-part.ts'
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
  return (
    <LeaveGuard onLeave={() => undefined}>
      <Framed {...props} />
    </LeaveGuard>
  )
}

function Framed(props: PartFrameProps) {
  const { title, count, hint, save, isDirty, saving, error, onSave, children } = props
  const t = useText('talk_room')
  const may = useCan(talkApi.bindTalk.can)
  const { isNewer, hold, overwrite } = use(HeldPart)
  useUnsaved(isDirty, false)
  const keep = useEffectEvent(hold)
  useEffect(() => keep(isDirty), [isDirty])
  return (
    <>
      <PageHead title={title} count={count ?? ''}>
        <OnlineButton
          type="primary"
          disabled={!isDirty || isNewer || may !== true}
          loading={saving}
          onClick={onSave}
        >
          {save ?? t('save')}
        </OnlineButton>
      </PageHead>
      <p role="status" className={styles.status}>
        {isDirty ? t('unsaved') : hint}
      </p>
      {isNewer ? (
        <div role="alert" className={styles.failed}>
          {t('newer')}
          <div className={styles.inline}>
            <Button size="small" onClick={overwrite}>
              {t('newer_mine')}
            </Button>
            <Button size="small" onClick={() => hold(false)}>
              {t('newer_theirs')}
            </Button>
          </div>
        </div>
      ) : null}
      {error && !isNewer ? (
        <p role="alert" className={styles.failed}>
          {error.message}
        </p>
      ) : null}
      {children}
    </>
  )
}
