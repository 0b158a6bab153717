import type { WebSocket } from 'ws'
import { LIVE_CLOSE, MAX_CLIENT_FRAME_BYTES } from '@kaibo/contract/live/channel.ts'
import { bytesOf, readFrames } from '#platform/http/frames.ts'

/** Frames that TCP had delivered before the socket was paused still arrive; a console never sends this many at once. */
const MAX_WAITING = 100
const TOO_BIG = 1009

interface Reader {
  /** Counts a frame; false when the account has sent too many. */
  mayRead: () => boolean
  obey: (text: string) => Promise<void>
  failed: (error: unknown) => void
}

/** Handles a console's frames in their order, and closes the channel of one that sends too much. */
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
