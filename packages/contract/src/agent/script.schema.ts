import * as z from 'zod/mini'
import { MAX_SEGMENTS } from '../plan/plan.rules.ts'
import { PlayedFile } from './insert.schema.ts'
import { text } from './texts.ts'

/* What an anchor says of its own accord, one piece after another: known by its hash, as packs of rules are. */

export const SCRIPT_FORMAT = 1
/** Said by agents that speak scripts. */
export const READS_SCRIPTS = `script:${SCRIPT_FORMAT}`

/** `audio` and `video` play a file, whose name is the text; `wait` says nothing for that long. */
export const ScriptPiece = z.strictObject({
  kind: z.enum(['talk', 'audio', 'video', 'wait']),
  text: text(500),
  play: z.optional(PlayedFile),
  seconds: z.optional(z.int()),
})
export type ScriptPiece = z.infer<typeof ScriptPiece>

export const Script = z.strictObject({
  script: z.literal(SCRIPT_FORMAT),
  loop: z.boolean(),
  pieces: z.array(ScriptPiece).check(z.maxLength(MAX_SEGMENTS)),
})
export type Script = z.infer<typeof Script>
