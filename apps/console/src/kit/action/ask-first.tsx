import { useState } from 'react'
import { refreshAll } from '#client/query.ts'
import { toastError } from '#client/toast.ts'
import { useSpeak } from '#client/language.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'
import type { Action, DirectAct } from './action.ts'
import { useFailedText, useStillOpen } from './still-open.ts'
import { useFinish } from './use-finish.ts'
import './action.i18n.ts'

interface AskFirstProps<Row> {
  action: Action<Row> & DirectAct<Row>
  row: Row
  onClose: () => void
}

/** The question before an act. It may be closed, or its page left, while the act is on its way. */
export function AskFirst<Row>({ action, row, onClose }: AskFirstProps<Row>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const isStillOpen = useStillOpen()
  const failedText = useFailedText()
  const speak = useSpeak()
  const finish = useFinish()
  const asked = action.confirm?.(row)
  const title = asked ? speak(asked.title) : ''
  const act = async () => {
    setBusy(true)
    setError(null)
    try {
      const answer = await action.run(row)
      onClose()
      finish(action, row, answer)
    } catch (caught) {
      const failure = caught as Error
      refreshAll(action.refreshes)
      if (!isStillOpen()) return toastError(failure, failedText(title, failure.message))
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <ActConfirm
      title={title}
      hint={asked ? speak(asked.hint) : ''}
      act={speak(action.label)}
      danger={action.danger ?? false}
      busy={busy}
      error={error}
      onAct={() => void act()}
      onClose={onClose}
    />
  )
}
