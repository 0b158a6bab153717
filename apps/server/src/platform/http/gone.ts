import type { ServerResponse } from 'node:http'

/** Aborted when whoever asked hangs up before all of the answer is theirs. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableEnded) gone.abort()
  })
  return gone.signal
}
