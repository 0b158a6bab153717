import type { IncomingHttpHeaders } from 'node:http'
import { TOKEN_HEADERS } from '@kaibo/contract/facts/constants.ts'

/** Every call carries its token in two headers (spec §7). One is enough; where the two differ, neither counts. */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const bearer = one(headers[TOKEN_HEADERS.authorization])?.replace(/^Bearer /i, '')
  const token = one(headers[TOKEN_HEADERS.token])
  if (bearer && token && bearer !== token) return undefined
  return bearer ?? token
}

const one = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header[0] : header) || undefined
