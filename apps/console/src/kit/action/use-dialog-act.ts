import type { UseMutationResult } from '@tanstack/react-query'
import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { CallError } from '#client/http.ts'
import { useAct } from '#client/query.ts'
import { toastError } from '#client/toast.ts'
import { useStillOpen } from './still-open.ts'

interface DialogActSettings<Data> {
  /** Also when the dialog has gone. */
  onSuccess?: (data: Data) => void
  onDone?: () => void
  onError?: () => void
  /** The failure in words that say of what, for when the dialog has gone: it would show it itself. */
  failed: (reason: string) => string
}

/** What a dialog does. It may be closed meanwhile: a refusal is then said in a toast, and never lost. */
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
