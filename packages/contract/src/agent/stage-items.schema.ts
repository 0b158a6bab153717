import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { RecordingTrouble } from '../stage/recording.schema.ts'
import { StageAudio, StageAvatar } from '../stage/link.schema.ts'
import { MAX_LAYERS } from '../stage/scene.schema.ts'
import { MAX_LINE } from '../talk/action.schema.ts'
import { Played } from './played.schema.ts'
import { text } from './texts.ts'

/* What a PC says of its stages and of what is said on them. */

/** The page that viewers see. */
const Program = z.object({
  audio: StageAudio,
  /** OBS shows it; of a browser, whether its tab is seen. */
  active: z.boolean(),
  /** Of OBS, its version. */
  obs: z.nullable(text(32)),
  gl: text(200),
  fps: z.number(),
  silent_s: z.number(),
  label_visible: z.boolean(),
  /** Left out where the scene has no avatar. */
  avatar: z.optional(StageAvatar),
})

/**
 * What viewers notice: the page that they saw is gone, three sentences were not heard although there is a voice, or nothing was
 * heard for a minute.
 */
export const StageTrouble = z.enum(['stage_lost', 'voice_down', 'silent'])
export type StageTrouble = z.infer<typeof StageTrouble>

/** A room's stage, as its PC sees it. */
export const ReportedStage = z.object({
  /** Where its page is on that PC, without the secret that opens it; '' where no port is open. */
  url: text(200),
  /** How many pages are open. */
  pages: z.int(),
  program: z.nullable(Program),
  /** Whether the PC has a voice that works. */
  has_voice: z.boolean(),
  /** Of the run; left out by PCs that do not look after it. */
  trouble: z.optional(z.nullable(StageTrouble)),
  /** Why no more of the run is recorded; nothing where it is, or is not to be. */
  recording: z.optional(z.nullable(oneOf(RecordingTrouble))),
  /** The pack of the scene that it shows; nothing while that is the one that comes with the program. */
  scene: z.optional(z.nullable(text(128))),
  /** How the assets of the scene are called that cannot be shown. */
  missing: z.optional(z.array(text(100)).check(z.maxLength(MAX_LAYERS))),
  /** Why there is no stage, in Chinese. */
  fault: z.nullable(text(500)),
})
export type ReportedStage = z.infer<typeof ReportedStage>

/**
 * A sentence in each of its states: `queued` → `speaking` (a stage is heard) → `spoken`, or `failed` (the stage did not play
 * it), `expired` (not said in time), `dropped` (queue full), `cleared` (reset or stop), `cancelled` (by a person). Where there
 * is no stage, it is `spoken` when it begins.
 */
export const SpeechItem = z.object({
  type: z.literal('speech'),
  room_code: text(16),
  run_id: z.nullable(text(64)),
  at: z.int(),
  speech_id: text(64),
  event_id: z.nullable(text(128)),
  state: z.enum([
    'queued',
    'speaking',
    'spoken',
    'failed',
    'expired',
    'dropped',
    'cleared',
    'cancelled',
  ]),
  text: text(MAX_LINE),
  priority: z.int(),
  /** A person had it said. */
  insert_id: z.optional(text(64)),
  /** Of a sentence that a stage has played. */
  played: z.optional(Played),
  /** Why it failed. */
  why: z.optional(text(200)),
})
export type SpeechItem = z.infer<typeof SpeechItem>
