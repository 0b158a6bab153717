import * as z from 'zod/mini'
import { storable } from '../live/event.ts'
import type { Piece } from './clip.schema.ts'
import { MAX_LAYERS, type Scene, type StageAssets } from './scene.schema.ts'
import { MAX_THUMB_BYTES } from './thumb.schema.ts'

/*
 * What a stage's page and the PC client beside it say to each other, as JSON over a WebSocket. The page is
 * `/stage/ROOM/#TOKEN` of the client's local server, its socket `/stage/ROOM/socket`. The server has the same page at
 * `/stage/TOKEN/`, as a preview.
 */

export const STAGE_SUBPROTOCOL = 'kaibo.stage.v1'
export const STAGE_STATE_MS = 15_000
export const MAX_STAGES = 8
export const STAGE_CLOSE = { badFrame: 4400, refused: 4403, gone: 4410, tooMany: 4429 } as const

const text = (max: number) => z.string().check(z.maxLength(max), z.overwrite(storable))
const count = z.number().check(z.gte(0))
const speechId = z.string().check(z.minLength(1), z.maxLength(64))

/** Whether the page is heard: a browser wants a click first, OBS does not. */
export const StageAudio = z.enum(['ok', 'blocked'])

/** How avatars are drawn: by a graphics card, without one, or not at all, so that pictures stand in for them. */
export const StageAvatar = z.enum(['card', 'software', 'failed'])
export type StageAvatar = z.infer<typeof StageAvatar>

const shown = {
  audio: StageAudio,
  /** OBS shows it now; of a browser, whether its tab is seen. */
  active: z.boolean(),
}

export const StageHello = z.object({
  type: z.literal('hello'),
  token: z.string().check(z.maxLength(200)),
  /** Made by the page when it is opened; the same when it connects anew. */
  page_id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  /** Of obs-browser, its version. */
  obs: z.nullable(text(32)),
  /** The name of what draws; '' where it is not told. */
  gl: text(200),
  /** It goes on with what of a sentence is made later; left out by pages of before. */
  more: z.optional(z.literal(true)),
  ...shown,
})
export type StageHello = z.infer<typeof StageHello>

export const FromStage = z.discriminatedUnion('type', [
  StageHello,
  // `speech_id` is that of a sentence, of `play` its `insert_id` and of `sound` its `sound_id`
  /** Its first piece is heard, or its first picture seen. */
  z.object({
    type: z.literal('began'),
    speech_id: speechId,
    /** Of a file, how long it is, where it says so. */
    ms: z.optional(count),
  }),
  /** All of it was played: for how long, and how loud, as root mean square of 0–1. */
  z.object({ type: z.literal('ended'), speech_id: speechId, ms: count, rms: count }),
  z.object({ type: z.literal('failed'), speech_id: speechId, why: text(200) }),
  /** Each 15 s, and at once when `audio` or `active` changes. */
  z.object({
    type: z.literal('state'),
    ...shown,
    fps: count,
    /** Frames that were late since the last state. */
    dropped: count,
    label_visible: z.boolean(),
    /** Since something was heard. */
    silent_s: count,
    /** The assets of the scene that it could not show. */
    missing: z.optional(z.array(text(64)).check(z.maxLength(MAX_LAYERS))),
    /** Left out where the scene has none. */
    avatar: z.optional(StageAvatar),
  }),
  /** What viewers see now, as JPEG in base64: of the program only. */
  z.object({
    type: z.literal('thumb'),
    jpeg: z.string().check(
      z.maxLength(Math.ceil(MAX_THUMB_BYTES / 3) * 4),
      // The first three bytes of each JPEG
      z.regex(/^\/9j\/[A-Za-z0-9+/]*={0,2}$/),
    ),
  }),
])
export type FromStage = z.infer<typeof FromStage>
export type StageState = Extract<FromStage, { type: 'state' }>

export type ToStage =
  | {
      type: 'welcome'
      room_name: string
      scene: Scene
      assets: StageAssets
      muted: boolean
      /** It is only looked at: nothing sounds, and nothing is answered. */
      preview?: true
    }
  | { type: 'refused'; why: string }
  /** Whether it is this page that is heard. */
  | { type: 'role'; is_program: boolean }
  | { type: 'scene'; scene: Scene; assets: StageAssets }
  | { type: 'muted'; muted: boolean }
  /** No pieces: only the subtitle, for `ms`; the page answers `began` and `ended` all the same. */
  | {
      type: 'say'
      speech_id: string
      text: string
      pieces: readonly Piece[]
      ms: number
      /** How many pieces it has, where others follow; left out: these. */
      of?: number
      /** Times as loud as they were made. */
      volume?: number
      /** The anchor is glad meanwhile: somebody gave something. */
      mood?: 'happy'
    }
  /** The next pieces of what is being said. */
  | { type: 'more'; speech_id: string; pieces: readonly Piece[] }
  /** What is being said is broken off and not answered any more. */
  | { type: 'hush' }
  /** Records what viewers see and hear, into this file; nothing: no more. */
  | { type: 'record'; recording_id: string | null }
  /** A file that has its turn as a sentence has; a video covers the scene but for the label. `volume`: 0–100. */
  | { type: 'play'; insert_id: string; url: string; kind: 'audio' | 'video'; volume: number }
  /** What plays ends and is not answered any more. */
  | { type: 'stop'; insert_id: string }
  /** A short sound over what is being said, which is quieter meanwhile; answered by `ended` or `failed`. */
  | { type: 'sound'; sound_id: string; url: string; volume: number }
  /** These layers show, those do not and others move, until another frame says otherwise of them or the time is over; 0: for good. */
  | {
      type: 'layers'
      show: readonly string[]
      hide: readonly string[]
      /** Where their corners go. */
      move?: readonly { layer: string; x: number; y: number }[]
      ms: number
      /** First of all the scene shows as it is. */
      clear?: true
    }
