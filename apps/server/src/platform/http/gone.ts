import type { ServerResponse } from 'node:http'

/** Aborted when the caller disconnects before the answer is sent in full. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (response.closed && !response.writableEnded) gone.abort()
  }
  response.once('close', look)
  // The caller may have disconnected during authentication.
  look()
  return gone.signal
}
