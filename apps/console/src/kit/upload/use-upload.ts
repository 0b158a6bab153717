import { useEffect, useRef, useState } from 'react'
import {
  UPLOAD_PART_BYTES,
  type Upload,
  type UploadKind,
} from '@kaibo/contract/upload/upload.schema.ts'
import { CallError } from '#client/http.ts'
import { sendFile, type Sending } from './send-file.ts'

export type UploadState =
  | { step: 'idle' }
  /** `share` of the file has been sent: 0 to 1. */
  | { step: 'sending'; share: number }
  | { step: 'checking' }
  | { step: 'done' }
  /** `goesOn`: what has arrived of it is not sent again. */
  | { step: 'failed'; error: CallError; goesOn: boolean }

export interface Uploading {
  state: UploadState
  /** `as`: another kind than the one that is usual here. */
  start: (file: Blob, name: string, as?: UploadKind) => void
  cancel: () => void
  /** Goes on with a file in parts; any other is sent anew, as an upload address works only once. */
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
      show({ step: 'sending', share: 0 })
      const upload = await sendFile(sending, {
        signal: own.signal,
        onProgress: (share) => show({ step: 'sending', share }),
        onSent: () => show({ step: 'checking' }),
      })
      show({ step: 'done' })
      onUploaded(upload)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      // Expired login: the login page shows the message.
      const goesOn = error.status === 0 && sending.file.size > UPLOAD_PART_BYTES
      show(error.loginExpired ? { step: 'idle' } : { step: 'failed', error, goesOn })
    }
  }

  return {
    state,
    start: (file, name, as = kind) => void run({ kind: as, file, name }),
    cancel() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
    retry() {
      if (last.current) void run(last.current)
    },
  }
}
