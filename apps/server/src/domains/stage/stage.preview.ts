import { WebSocket } from 'ws'
import { STAGE_CLOSE, type ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Scene, StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { durationOf } from '@kaibo/rules/duration.ts'
import { evenMarks } from '@kaibo/scene/even-marks.ts'
import type { Previewed, Previews } from './stage.previews.ts'

/** A line of a room's timeline, as far as stages show it. */
export interface Said {
  kind: string
  tag: string
  text: string
  at: number
  speech_id: string | null
  /** How a stage played it; nothing where none did. */
  played: object | null
}

/** What a stage shows, and the page that shows it. */
export interface StageShow {
  files: Readonly<Record<string, string | Uint8Array>>
  scene: Scene
  assets: StageAssets
}

interface Needs {
  previews: Pick<Previews, 'onEnded'>
  show: StageShow
  now: () => number
  /** Hears of a room's moments; the answer ends it. */
  listen: (room_id: string, heard: (moments: readonly Said[]) => void) => () => void
}

/** Of one link, on one server. */
const MAX_PAGES = 8
/** What was said longer ago comes out of a backlog. */
const LATE_MS = 10_000
const MAX_BUFFERED_BYTES = 65_536

/** The pages that look at stages. They are told what is said, and nothing that they say is heard. */
export function createPreview({ previews, show, now, listen }: Needs) {
  const open = new Map<string, Set<WebSocket>>()
  const unsubscribe = previews.onEnded((hashes) => {
    for (const hash of hashes)
      for (const socket of open.get(hash) ?? []) socket.close(STAGE_CLOSE.gone, 'renewed')
  })

  function seat(socket: WebSocket, { hash, room_id, room_name, expires_at }: Previewed): void {
    const pages = open.get(hash) ?? new Set()
    if (pages.size >= MAX_PAGES) return socket.close(STAGE_CLOSE.tooMany, 'too many')
    open.set(hash, pages.add(socket))
    const send = (frame: ToStage) => {
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_BUFFERED_BYTES)
        socket.send(JSON.stringify(frame))
    }
    const { scene, assets } = show
    send({ type: 'welcome', room_name, scene, assets, muted: true, preview: true })
    const unlisten = listen(room_id, (moments) => {
      for (const moment of moments) {
        const frame = frameOf(moment, now())
        if (frame) send(frame)
      }
    })
    const end = setTimeout(
      () => socket.close(STAGE_CLOSE.gone, 'expired'),
      Math.max(0, expires_at - now()),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(end)
      unlisten()
      pages.delete(socket)
      if (pages.size === 0 && open.get(hash) === pages) open.delete(hash)
    })
  }

  return { show, seat, close: unsubscribe }
}

export type Preview = ReturnType<typeof createPreview>

/** What a line of the timeline shows on the stage. */
export function frameOf({ kind, tag, text, at, ...of }: Said, now: number): ToStage | undefined {
  const { speech_id, played } = of
  if (kind !== 'speech' || speech_id === null || now - at > LATE_MS) return undefined
  // Where no stage plays it, it is spoken when it begins
  const begins = tag === 'speaking' || (tag === 'spoken' && played === null)
  if (begins) {
    const ms = durationOf(text)
    const piece = { text, url: '', ms, marks: evenMarks(text, ms) }
    return { type: 'say', speech_id, text, ms, pieces: [piece] }
  }
  return tag === 'queued' || tag === 'spoken' ? undefined : { type: 'hush' }
}
