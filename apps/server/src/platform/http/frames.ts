import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'

/** Frames read ahead of the one being obeyed; beyond it the other end's TCP waits. */
const MAX_AHEAD = 8
const INTERNAL_ERROR = 1011

interface Reader {
  /** Asked of each frame when it comes, with how many wait before it; false where it is left out. */
  accept: (data: RawData, waiting: number) => boolean
  obey: (data: RawData, isBinary: boolean) => Promise<void>
  failed: (error: unknown) => void
}

export interface Frames {
  /** Closes the socket. What waits, and what comes until the other end has gone, is not obeyed any more. */
  end(code: number, reason: string): void
}

/**
 * Obeys a socket's frames one after another, in the order of their arrival. Each has a turn of the event loop, so that whoever
 * sends many does not keep others waiting.
 */
export function readFrames(socket: WebSocket, { accept, obey, failed }: Reader): Frames {
  let work = Promise.resolve()
  let waiting = 0
  let ended = false
  const end = (code: number, reason: string) => {
    ended = true
    socket.close(code, reason)
  }
  const handle = async (data: RawData, isBinary: boolean) => {
    await nextTurn()
    if (!ended) await obey(data, isBinary)
  }
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (ended || !accept(data, waiting)) return
    waiting += 1
    if (waiting === MAX_AHEAD) socket.pause()
    work = work
      .then(() => handle(data, isBinary))
      .catch((error: unknown) => {
        // The other end comes back by itself and says again what was not answered.
        failed(error)
        end(INTERNAL_ERROR, 'internal error')
      })
      .finally(() => {
        waiting -= 1
        if (waiting === 0 && socket.isPaused) socket.resume()
      })
  })
  return { end }
}

/** A server's socket gives a frame as one buffer, unless it is told otherwise. */
export function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
