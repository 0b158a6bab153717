import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { Upload, UploadKind, UploadTicket } from '@kaibo/contract/upload/upload.schema.ts'
import { CallError, call } from '#client/http.ts'
import { putFile } from './put-file.ts'

export interface Sending {
  kind: UploadKind
  file: Blob
  name: string
}

interface Told {
  signal: AbortSignal
  /** How much of the file has been sent: 0 to 1. */
  onProgress: (share: number) => void
  /** All of it has been sent, and is being looked into. */
  onSent: () => void
}

/** A part that does not get through is sent so often, with a pause between: lines break for a moment. */
const TRIES = 3
const PAUSE_MS = 1_500

/**
 * Sends a file in three steps. A long one comes in parts: what of it has arrived, also before the page was reloaded or the server
 * ended, is not sent again.
 */
export async function sendFile({ kind, file, name }: Sending, told: Told): Promise<Upload> {
  const { signal, onProgress, onSent } = told
  const quietly = { signal, silent: true }
  const draft = { kind, filename: name, size: file.size, type: file.type, ...markOf(file) }
  onProgress(0)
  const ticket = await call(uploadApi.preUrl, draft, quietly)
  if (ticket.parts) await sendParts(ticket, ticket.parts, file, told)
  else await putFile(ticket, file, { signal, onProgress })
  onSent()
  return call(uploadApi.complete, { upload_id: ticket.upload_id }, quietly)
}

/** By which the server knows the file again when it is chosen once more. */
const markOf = (file: Blob): { mark?: string } =>
  file instanceof File ? { mark: `${file.name.slice(-120)}|${file.size}|${file.lastModified}` } : {}

type Parts = NonNullable<UploadTicket['parts']>

async function sendParts(
  { headers }: UploadTicket,
  { bytes, have, urls }: Parts,
  file: Blob,
  { signal, onProgress }: Told,
): Promise<void> {
  const sizeOf = (number: number) => Math.min(bytes, file.size - number * bytes)
  let sent = have.reduce((sum, number) => sum + sizeOf(number), 0)
  onProgress(sent / file.size)
  for (const { number, url } of urls) {
    const part = file.slice(number * bytes, number * bytes + sizeOf(number))
    const onPart = (share: number) => onProgress((sent + share * part.size) / file.size)
    await insistently(signal, () => putFile({ url, headers }, part, { signal, onProgress: onPart }))
    sent += part.size
  }
}

async function insistently(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await work()
    } catch (error) {
      // What the server has refused in words is not tried again
      const isBroken = error instanceof CallError && error.status === 0
      if (!isBroken || left === 1 || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
