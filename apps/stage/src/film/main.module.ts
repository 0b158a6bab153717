/* Films a stage for scripts/make-films.ts: the painter of stages, picture by picture, without waiting for any clock. */
import { CANVAS } from '@kaibo/contract/stage/scene.schema.ts'
import { defaultScene, ROOM_NIGHT, XIAOKAI } from '@kaibo/scene/default-scene.ts'
import { evenMarks } from '@kaibo/scene/even-marks.ts'
import { loadFlat } from '@kaibo/scene/load.ts'
import { mouthAt } from '@kaibo/scene/mouth.ts'
import { Painter } from '@kaibo/scene/painter.ts'
import { litIn } from '@kaibo/scene/subtitle.ts'
import { xiaokai } from '../page/xiaokai.ts'
import { FILM_SIZE, type Film, type Frame } from './film.ts'

const FPS = 10
const STEP_MS = 1_000 / FPS
const BITS_A_SECOND = 90_000
/** A picture in so many stands by itself. */
const KEY_EVERY = 30

const pictures = new Map(
  await Promise.all(
    (
      [
        [ROOM_NIGHT, { kind: 'image', url: 'pictures/room-night.svg' }],
        [XIAOKAI, xiaokai],
      ] as const
    ).map(async ([id, asset]) => [id, (await loadFlat(asset)).pictured] as const),
  ),
)
const canvas = document.createElement('canvas')
Object.assign(canvas, FILM_SIZE)
const context = canvas.getContext('2d', { alpha: false })
if (!context) throw new Error('no canvas')
const painter = new Painter(context)
const painting = { scene: defaultScene, pictures, scale: FILM_SIZE.width / CANVAS.width }

const saidAt = ({ said }: Film, now: number) => {
  const line = said.find(({ at, ms }) => now >= at && now < at + ms)
  if (!line) return null
  const marks = evenMarks(line.text, line.ms)
  const since = now - line.at
  return {
    text: line.text,
    lit: litIn({ text: line.text, marks }, since),
    mouth: mouthAt(marks, since),
  }
}

/** The pictures of a film, encoded. */
async function take(film: Film): Promise<Frame[]> {
  const frames: Frame[] = []
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      const base64 = btoa(String.fromCharCode(...bytes))
      frames.push({ ms: chunk.timestamp / 1_000, isKey: chunk.type === 'key', base64 })
    },
    // `flush` rejects by it
    error: () => {},
  })
  encoder.configure({ codec: 'vp8', ...FILM_SIZE, bitrate: BITS_A_SECOND, framerate: FPS })
  for (let n = 0; n * STEP_MS < film.ms; n++) {
    const now = n * STEP_MS
    painter.paint(painting, { now, said: saidAt(film, now) })
    const frame = new VideoFrame(canvas, { timestamp: now * 1_000 })
    encoder.encode(frame, { keyFrame: n % KEY_EVERY === 0 })
    frame.close()
  }
  await encoder.flush()
  return frames
}

Object.assign(globalThis, { take })
