import { useState } from 'react'
import { refreshAll } from '#client/query.ts'
import { toastError } from '#client/toast.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'
import type { Action, DirectAct } from './action.ts'
import { failedText, useStillOpen } from './still-open.ts'
import { useFinish } from './use-finish.ts'
import './action.i18n.ts'

interface AskFirstProps<Row> {
  action: Action<Row> & DirectAct<Row>
  row: Row
  onClose: () => void
}

/** The question before a deed. It may be closed, or its page left, while the deed is on its way. */
export function AskFirst<Row>({ action, row, onClose }: AskFirstProps<Row>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const isStillOpen = useStillOpen()
  const finish = useFinish()
  const { title = '', hint = '' } = action.confirm?.(row) ?? {}
  const act = async () => {
    setBusy(true)
    setError(null)
    try {
      await action.run(row)
      onClose()
      finish(action, row)
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
      hint={hint}
      act={action.label()}
      danger={action.danger ?? false}
      busy={busy}
      error={error}
      onAct={() => void act()}
      onClose={onClose}
    />
  )
}
