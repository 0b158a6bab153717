import type { UseMutationResult } from '@tanstack/react-query'
import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { CallError } from '#client/http.ts'
import { useAct } from '#client/query.ts'
import { toastError } from '#client/toast.ts'
import { useStillOpen } from './still-open.ts'

interface DialogActSettings<Data> {
  /** Called even if the dialog has been closed. */
  onSuccess?: (data: Data) => void
  onDone?: () => void
  onError?: () => void
  /** The error with what failed, for the toast if the dialog has been closed; an open dialog shows the error itself. */
  failed: (reason: string) => string
}

/** The call that a dialog makes. If the dialog is closed before the answer, an error is shown in a toast. */
export function useDialogAct<E extends Endpoint>(
  endpoint: E,
  { onSuccess, onDone, onError, failed }: DialogActSettings<DataOf<E>>,
): UseMutationResult<DataOf<E>, CallError, InputOf<E>> {
  const isStillOpen = useStillOpen()
  return useAct(endpoint, {
    silent: true,
    onSuccess: (data) => {
      onSuccess?.(data)
      if (isStillOpen()) onDone?.()
    },
    onError: (error) => {
      if (isStillOpen()) onError?.()
      else toastError(error, failed(error.message))
    },
  })
}
