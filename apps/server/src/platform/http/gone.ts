import type { ServerResponse } from 'node:http'

/** Aborted when whoever asked hangs up before all of the answer is theirs. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (response.closed && !response.writableEnded) gone.abort()
  }
  response.once('close', look)
  // They may have left while it was found out who they are.
  look()
  return gone.signal
}
