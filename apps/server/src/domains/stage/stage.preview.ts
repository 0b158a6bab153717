import type { Logger } from 'pino'
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

/** What a stage shows. */
export interface StageLook {
  scene: Scene
  assets: StageAssets
}

interface Needs {
  log: Pick<Logger, 'error'>
  previews: Pick<Previews, 'onEnded'>
  /** What the stage of this room shows now. */
  look: (room_id: string) => Promise<StageLook>
  /** Hears of rooms whose stage shows another scene; the answer ends it. */
  onChanged: (heard: (room_id: string) => void) => () => void
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
export function createPreview({ previews, look, onChanged, now, listen, log }: Needs) {
  const open = new Map<string, Set<WebSocket>>()
  /** By room: what has a page show the scene anew. */
  const shown = new Map<string, Set<() => void>>()
  const unlook = onChanged((room_id) => {
    for (const again of shown.get(room_id) ?? []) again()
  })
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
    let asked = 0
    const show = async (first: boolean): Promise<void> => {
      const turn = ++asked
      const { scene, assets } = await look(room_id)
      // Of two changes the later one is shown, whichever was read first
      if (turn !== asked) return
      if (first) send({ type: 'welcome', room_name, scene, assets, muted: true, preview: true })
      else send({ type: 'scene', scene, assets })
    }
    let isWelcome = false
    const again = () => {
      show(!isWelcome).then(
        () => (isWelcome = true),
        (err: unknown) => {
          log.error({ err, room_id }, 'a preview does not know its scene')
          socket.close(STAGE_CLOSE.gone, 'failed')
        },
      )
    }
    const ofRoom = shown.get(room_id) ?? new Set()
    shown.set(room_id, ofRoom.add(again))
    again()
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
      ofRoom.delete(again)
      if (ofRoom.size === 0 && shown.get(room_id) === ofRoom) shown.delete(room_id)
      pages.delete(socket)
      if (pages.size === 0 && open.get(hash) === pages) open.delete(hash)
    })
  }

  return {
    seat,
    close() {
      unlook()
      unsubscribe()
    },
  }
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
