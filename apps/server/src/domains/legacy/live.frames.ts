import type { WebSocket } from 'ws'
import { LIVE_CLOSE, MAX_CLIENT_FRAME_BYTES } from '@kaibo/contract/live/channel.ts'
import { bytesOf, readFrames } from '#platform/http/frames.ts'

/** What TCP had delivered before it was told to wait comes nevertheless; a console never sends so many at once. */
const MAX_WAITING = 100
const TOO_BIG = 1009

interface Reader {
  /** Counts what came in; false when it was too much. */
  mayRead: () => boolean
  obey: (text: string) => Promise<void>
  failed: (error: unknown) => void
}

/** Obeys what a console sends, an `unsubscribe` after the `subscribe` before it, and closes on one that sends too much. */
export function readConsole(socket: WebSocket, { mayRead, obey, failed }: Reader): void {
  const tooMuch = () => frames.end(LIVE_CLOSE.tooMuch, 'too many frames')
  const frames = readFrames(socket, {
    accept(data, waiting) {
      if (!mayRead() || waiting >= MAX_WAITING) tooMuch()
      else if (bytesOf(data).length > MAX_CLIENT_FRAME_BYTES) frames.end(TOO_BIG, 'frame too big')
      else return true
      return false
    },
    obey: async (data) => {
      if (socket.readyState === socket.OPEN) await obey(bytesOf(data).toString())
    },
    failed,
  })
  socket.on('ping', () => {
    if (socket.readyState === socket.OPEN && !mayRead()) tooMuch()
  })
}
