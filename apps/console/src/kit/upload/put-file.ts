import * as z from 'zod/mini'
import { Code, httpText, NO_RESPONSE_TEXT } from '@kaibo/contract/facts/codes.ts'
import { TIMEOUT } from '@kaibo/contract/facts/constants.ts'
import type { UploadTicket } from '@kaibo/contract/upload/upload.schema.ts'
import { CallError } from '#client/errors.ts'

interface Options {
  signal: AbortSignal
  /** How much of the file has been sent: 0 to 1. */
  onProgress: (share: number) => void
}

const Envelope = z.object({ code: z.int(), msg: z.string() })

/**
 * Puts a file where a ticket says. By `XMLHttpRequest`, as `fetch` reports no upload progress. An error rejects with
 * `CallError`; a cancelled upload with the signal's reason.
 */
export function putFile(
  { url, headers }: Pick<UploadTicket, 'url' | 'headers'>,
  file: Blob,
  { signal, onProgress }: Options,
): Promise<void> {
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)
  return new Promise<void>((resolve, reject) => {
    request.open('PUT', new URL(url, location.origin).href)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = TIMEOUT.upload
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const fault = faultOf(request)
      if (fault) reject(fault)
      else resolve()
    })
    request.addEventListener('error', () => reject(new CallError(NO_RESPONSE_TEXT, NO_STATUS)))
    request.addEventListener('timeout', () => reject(new CallError(httpText(408), NO_STATUS)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.send(file)
  }).finally(() => signal.removeEventListener('abort', abort))
}

const NO_STATUS = { status: 0 }

/** Our server answers with an envelope; an S3 storage with a status and a technical body that is not shown. */
function faultOf({ status, responseText }: XMLHttpRequest): CallError | undefined {
  const { data: envelope } = Envelope.safeParse(parsed(responseText))
  if (envelope && envelope.code !== Code.ok) {
    return new CallError(envelope.msg, { status, code: envelope.code })
  }
  return status >= 200 && status < 300 ? undefined : new CallError(httpText(status), { status })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
