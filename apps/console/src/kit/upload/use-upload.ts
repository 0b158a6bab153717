import { useEffect, useRef, useState } from 'react'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { Upload, UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import { CallError, call } from '#client/http.ts'
import { putFile } from './put-file.ts'

export type UploadState =
  | { step: 'idle' }
  /** `share` of the file has been sent: 0 to 1. */
  | { step: 'sending'; share: number }
  | { step: 'checking' }
  | { step: 'done' }
  | { step: 'failed'; error: Error }

interface Sending {
  file: Blob
  name: string
}

export interface Uploading {
  state: UploadState
  start: (file: Blob, name: string) => void
  cancel: () => void
  /** Retries from the first step: an upload address works only once. */
  retry: () => void
}

/** Uploads one file at a time in three steps. Unmounting cancels it. */
export function useUpload(kind: UploadKind, onUploaded: (upload: Upload) => void): Uploading {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  const last = useRef<Sending>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(sending: Sending): Promise<void> {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    last.current = sending
    const show = (next: UploadState) => {
      if (!own.signal.aborted) setState(next)
    }
    try {
      const upload = await send(kind, sending, own.signal, show)
      show({ step: 'done' })
      onUploaded(upload)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      // Expired login: the login page shows the message.
      show(error.loginExpired ? { step: 'idle' } : { step: 'failed', error })
    }
  }

  return {
    state,
    start: (file, name) => void run({ file, name }),
    cancel() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
    retry() {
      if (last.current) void run(last.current)
    },
  }
}

async function send(
  kind: UploadKind,
  { file, name }: Sending,
  signal: AbortSignal,
  show: (state: UploadState) => void,
): Promise<Upload> {
  const quietly = { signal, silent: true }
  show({ step: 'sending', share: 0 })
  const draft = { kind, filename: name, size: file.size, type: file.type }
  const ticket = await call(uploadApi.preUrl, draft, quietly)
  await putFile(ticket, file, {
    signal,
    onProgress: (share) => show({ step: 'sending', share }),
  })
  show({ step: 'checking' })
  return call(uploadApi.complete, { upload_id: ticket.upload_id }, quietly)
}
