import * as z from 'zod/mini'
import { PackedFile } from './asset-file.schema.ts'
import { MAX_SEGMENTS } from '../plan/plan.rules.ts'
import { VoiceSeed } from '../stage/voice-seed.schema.ts'
import { MAX_LINE } from '../talk/action.schema.ts'
import { id, text } from './texts.ts'

/* How a PC has sentences made into sound by the server. */

/** Said by agents that ask for clips, and by servers that make them. */
export const MAKES_CLIPS = 'clip:1'
/** Where PCs fetch clips, by addresses that the server gives them. */
export const CLIP_PATH = '/agent/v1/clip/'
/** The most sentences that a PC has asked for and has no answer to. */
export const MAX_CLIP_ASKS = 40

/** So many words PCs are told how to read. */
export const MAX_PC_LEXICON = 200

/** The most voices beside the room's by which the lines of a script are said. */
export const MAX_SCRIPT_VOICES = 8

/** How a voice sounds in a room. */
export const Sounding = z.object({
  voice_id: text(64),
  seed: VoiceSeed,
  /** The model that it speaks by, where PCs may have it themselves. */
  model: z.optional(PackedFile),
  /** How words are read, where that is short enough for PCs to read so by themselves. */
  lexicon: z.optional(z.array(z.tuple([text(40), text(80)])).check(z.maxLength(MAX_PC_LEXICON))),
  /** Times as loud as it was made. */
  volume: z.number().check(z.gte(0), z.lte(2)),
})
export type Sounding = z.infer<typeof Sounding>

/** The voice of a room. */
export const VoiceOrder = z.extend(Sounding, {
  /** Whose pieces are said by other voices. A PC that does not know of it says them by the room's. */
  script: z.optional(
    z.object({
      hash: text(128),
      voices: z.array(Sounding).check(z.maxLength(MAX_SCRIPT_VOICES)),
      pieces: z.array(z.tuple([z.int(), text(64)])).check(z.maxLength(MAX_SEGMENTS)),
    }),
  ),
})
export type VoiceOrder = z.infer<typeof VoiceOrder>

/** Which pieces of a script have voices of their own. */
export type ScriptVoices = Pick<NonNullable<VoiceOrder['script']>, 'hash' | 'pieces'>

/** Asks for a sentence of a room. */
export const VoiceFrame = z.object({
  type: z.literal('voice'),
  id: id(),
  room_code: text(16),
  text: text(MAX_LINE),
  /** By which voice; left out, by the room's own. */
  voice_id: z.optional(text(64)),
  /** It will be said later: whoever speaks at once comes before it. */
  prepare: z.optional(z.boolean()),
  /** A plan says it until then: it is kept. */
  keep_until: z.optional(z.int()),
})
export type VoiceFrame = z.infer<typeof VoiceFrame>

const Marks = z.object({
  phonemes: z.readonly(z.array(z.readonly(z.tuple([z.number(), z.string()])))),
  words: z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()])))),
})

export const ClipPiece = z.object({
  /** What of the sentence it is: all pieces together are the sentence. */
  text: z.string(),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  ms: z.number(),
  marks: z.nullable(Marks),
  /** Below the server, for a few minutes. */
  url: z.string(),
})
export type ClipPiece = z.infer<typeof ClipPiece>

/** Answers `voice`: each piece as it is there, in order; `of` are all. With a `fault` none comes after it. */
export const ClipFrame = z.object({
  type: z.literal('clip'),
  id: z.string(),
  /** The place of the first of these pieces. */
  at: z.int(),
  of: z.int(),
  pieces: z.array(ClipPiece),
  fault: z.optional(z.string()),
})
export type ClipFrame = z.infer<typeof ClipFrame>
