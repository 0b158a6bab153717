import type { Frame } from '@kaibo/stage/film/film.ts'
import { element, headOf, uint } from '@kaibo/server/domains/room/room.recording.ebml.ts'

const KEY_FRAME = 0x80
const text = (id: number, value: string) => element(id, Buffer.from(value))

/** The file that a recorder would write: without its length, and without a table of where to find what. */
export function webmOf(frames: readonly Frame[], size: { width: number; height: number }): Buffer {
  const clusters: Frame[][] = []
  for (const frame of frames) {
    if (frame.isKey) clusters.push([])
    clusters.at(-1)?.push(frame)
  }
  return Buffer.concat([
    element(0x1a45dfa3, text(0x4282, 'webm'), uint(0x4287, 4), uint(0x4285, 2)),
    // A segment of unknown length
    Buffer.from('18538067ff', 'hex'),
    tracksOf(size),
    ...clusters.map(clusterOf),
  ])
}

const tracksOf = ({ width, height }: { width: number; height: number }): Buffer =>
  element(
    0x1654ae6b,
    element(
      0xae,
      uint(0xd7, 1),
      uint(0x73c5, 1),
      uint(0x83, 1),
      text(0x86, 'V_VP8'),
      element(0xe0, uint(0xb0, width), uint(0xba, height)),
    ),
  )

function clusterOf(frames: readonly Frame[]): Buffer {
  const begins = frames[0]?.ms ?? 0
  const blocks = frames.map(({ ms, isKey, base64 }) => {
    const body = Buffer.from(base64, 'base64')
    const head = Buffer.from([0x81, 0, 0, isKey ? KEY_FRAME : 0])
    head.writeInt16BE(ms - begins, 1)
    return Buffer.concat([headOf(0xa3, head.length + body.length), head, body])
  })
  return element(0x1f43b675, uint(0xe7, begins), ...blocks)
}
