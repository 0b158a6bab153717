import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'

/** Frames that may wait behind the one being handled; then the socket is paused and the sender has to wait. */
const MAX_AHEAD = 8
const INTERNAL_ERROR = 1011

interface Reader {
  /** Called with each frame on arrival and the number of waiting ones; false drops the frame. */
  accept: (data: RawData, waiting: number) => boolean
  obey: (data: RawData, isBinary: boolean) => Promise<void>
  failed: (error: unknown) => void
}

export interface Frames {
  /** Closes the socket. Frames that wait, or still arrive, are not handled any more. */
  end(code: number, reason: string): void
  /** The same where one of them could not be obeyed: the other end connects again by itself and repeats what was not answered. */
  fail(error: unknown): void
}

/**
 * Handles a socket's frames one after another, in the order of their arrival, each in a turn of the event loop of its own, so
 * that a sender of many frames does not keep others waiting.
 */
export function readFrames(socket: WebSocket, { accept, obey, failed }: Reader): Frames {
  let work = Promise.resolve()
  let waiting = 0
  let ended = false
  const end = (code: number, reason: string) => {
    ended = true
    socket.close(code, reason)
  }
  const fail = (error: unknown) => {
    failed(error)
    end(INTERNAL_ERROR, 'internal error')
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
      .catch(fail)
      .finally(() => {
        waiting -= 1
        if (waiting === 0 && socket.isPaused) socket.resume()
      })
  })
  return { end, fail }
}

/** A server's socket gives a frame as one buffer, unless it is told otherwise. */
export function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
