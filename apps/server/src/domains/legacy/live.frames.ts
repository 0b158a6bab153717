import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import { LIVE_CLOSE, MAX_CLIENT_FRAME_BYTES } from '@kaibo/contract/live/channel.ts'

/** Frames read ahead of the one being obeyed; beyond it the console's TCP waits. */
const MAX_AHEAD = 8
/** What TCP had delivered before it was told to wait comes nevertheless; a console never sends so many at once. */
const MAX_WAITING = 100
const TOO_BIG = 1009
const INTERNAL_ERROR = 1011

interface Reader {
  /** Counts what came in; false when it was too much. */
  mayRead: () => boolean
  obey: (text: string) => Promise<void>
  failed: (error: unknown) => void
}

/**
 * Obeys a console's frames one after another, because an `unsubscribe` must not overtake the `subscribe` whose answer is
 * still sought. Each has a turn of the event loop, so that whoever sends many does not keep other requests waiting.
 */
export function readFrames(socket: WebSocket, { mayRead, obey, failed }: Reader): void {
  let work = Promise.resolve()
  let ahead = 0
  let ended = false
  const end = (code: number, reason: string) => {
    ended = true
    socket.close(code, reason)
  }
  const handle = async (text: string) => {
    await nextTurn()
    if (!ended && socket.readyState === socket.OPEN) await obey(text)
  }
  socket.on('ping', () => {
    if (!ended && !mayRead()) end(LIVE_CLOSE.tooMuch, 'too many frames')
  })
  socket.on('message', (data: RawData) => {
    if (ended) return
    if (!mayRead() || ahead >= MAX_WAITING) return end(LIVE_CLOSE.tooMuch, 'too many frames')
    const text = textOf(data)
    if (text === undefined) return end(TOO_BIG, 'frame too big')
    ahead += 1
    if (ahead === MAX_AHEAD) socket.pause()
    work = work
      .then(() => handle(text))
      .catch((error: unknown) => {
        // The console comes back by itself and asks again.
        failed(error)
        end(INTERNAL_ERROR, 'internal error')
      })
      .finally(() => {
        ahead -= 1
        if (ahead === 0 && socket.isPaused) socket.resume()
      })
  })
}

/** A server's socket gives a frame as one buffer, unless it is told otherwise. */
const textOf = (data: RawData): string | undefined =>
  Buffer.isBuffer(data) && data.length <= MAX_CLIENT_FRAME_BYTES ? data.toString() : undefined
