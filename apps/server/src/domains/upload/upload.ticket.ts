import { words } from '@kaibo/contract/kernel/words.ts'
import { UPLOAD_FILE_PATH, UPLOAD_PUT_PATH } from '@kaibo/contract/upload/upload.api.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '#platform/clock.ts'
import { conflict, fault } from '#platform/fault.ts'
import { isSameText } from '#platform/same-text.ts'
import type { Seal } from '#platform/seal.ts'

/** The unparsed query of a PUT. */
export interface Proof {
  expires?: unknown
  signature?: unknown
}

export interface Tickets {
  /** The address at which this server accepts one file, once, until `expires_at`. */
  url(upload_id: string, expires_at: number): string
  /** Throws 1003 for an address that we did not sign, 1006 for an expired one. */
  check(upload_id: string, proof: Proof): void
  /** The address of a file that is not for everybody, for the next minutes. */
  readUrl(upload_id: string): string
  /** Whether we made this address, within the last minutes. */
  mayRead(upload_id: string, proof: Proof): boolean
}

const PURPOSE = 'upload'
const READING = 'upload-read'
const READ_MS = 300_000

/** Whoever has the address may upload the file, without a token, as with a presigned address of an S3-compatible storage. */
export function createTickets(seal: Seal, clock: Clock): Tickets {
  const sign = (upload_id: string, expires: string) => seal.sign(PURPOSE, `${upload_id} ${expires}`)
  const signRead = (upload_id: string, expires: string) =>
    seal.sign(READING, `${upload_id} ${expires}`)
  return {
    readUrl(upload_id) {
      const expires = String(clock.now() + READ_MS)
      const query = new URLSearchParams({ expires, signature: signRead(upload_id, expires) })
      return `${UPLOAD_FILE_PATH}${upload_id}?${query.toString()}`
    },
    mayRead: (upload_id, { expires, signature }) =>
      typeof expires === 'string' &&
      typeof signature === 'string' &&
      isSameText(signature, signRead(upload_id, expires)) &&
      Number(expires) > clock.now(),
    url(upload_id, expires_at) {
      const expires = String(expires_at)
      const query = new URLSearchParams({ expires, signature: sign(upload_id, expires) })
      return `${UPLOAD_PUT_PATH}${upload_id}?${query.toString()}`
    },
    check(upload_id, { expires, signature }) {
      if (typeof expires !== 'string' || typeof signature !== 'string') throw unknown()
      if (!isSameText(signature, sign(upload_id, expires))) throw unknown()
      if (Number(expires) <= clock.now())
        throw conflict(
          words('上传地址已过期，请重新上传', 'The upload’s address has run out; upload again'),
        )
    },
  }
}

const unknown = () =>
  fault(
    Code.forbidden,
    words('上传地址无效，请重新上传', 'The upload’s address is not valid; upload again'),
  )
