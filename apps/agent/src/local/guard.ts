import type { IncomingMessage, ServerResponse } from 'node:http'

/*
 * The local server is for programs and pages of this machine only. A web page anywhere can make a browser here send it requests,
 * or have a name of its own lead to 127.0.0.1: both are told by what the browser says of where they come from.
 */

/** What every answer says: no other page reads it, shows it in a frame or guesses its type. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self'; connect-src 'self' ws: blob:; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export function protect(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
}

/** Whether the request may have come of a program here or of one of our own pages. */
export function isOfHere({ headers, method }: IncomingMessage, port: number): boolean {
  const { host, origin } = headers
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  // Somebody follows a link of the console, which is another site: the page that opens knows no secret but what the link has
  const isOpened =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return isOpened && method === 'GET' && origin === undefined
}
