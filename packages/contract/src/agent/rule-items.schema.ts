import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { isShallow } from '../kernel/nesting.ts'
import { MAX_LINE } from '../talk/action.schema.ts'
import { WordSide, WORD_LENGTH } from '../talk/word-pack.schema.ts'
import { text } from './texts.ts'

/* What the spool carries up of a room's rules. */

const readings = z.record(
  text(128),
  z.union([text(500), z.number(), z.array(z.number()).check(z.maxLength(20))]),
)

/** What became of a rule for an event. */
export const DecisionItem = z.object({
  type: z.literal('decision'),
  room_code: text(16),
  run_id: z.nullable(text(64)),
  at: z.int(),
  event_id: text(128),
  event_key: text(64),
  set_id: text(64),
  node_id: text(64),
  node_name: text(100),
  outcome: text(16),
  text: z.nullable(text(MAX_LINE)),
  trace: z.nullable(z.record(z.string(), z.unknown()).check(z.refine((trace) => isShallow(trace)))),
  /** The version of the set. Not said by a PC of before rules had versions. */
  v: z.optional(z.int()),
  /** What the rule did, when it fired. */
  effects: z.optional(
    z.array(z.object({ effect_id: z.int(), kind: text(16) })).check(z.maxLength(8)),
  ),
  /** Whose event it was. */
  open_id: z.optional(text(128)),
  /** With this error the rule is left out for a while: the fault. */
  opened: z.optional(text(16)),
  /** What it read of the event, and of what the room remembers: by these it can be decided again. */
  vars: z.optional(readings),
  prior: z.optional(readings),
})

/** The most rows of one `counts`; who has more says them in several. */
export const MAX_COUNTS = 1_000
/** The most words of one `counts`; what is hit beside them is not counted. */
export const MAX_COUNTED_WORDS = 200
const MAX_COUNT = 1_000_000_000
const MAX_MINUTE = 1_000_000_000

/** How often the rules of a room decided what within a minute of the server's clock. */
export const CountsItem = z.object({
  type: z.literal('counts'),
  room_code: text(16),
  run_id: z.nullable(text(64)),
  /** Minutes since 1970. */
  minute: z.int().check(z.gte(0), z.lte(MAX_MINUTE)),
  rows: z
    .array(
      z.object({
        set_id: text(64),
        v: z.int(),
        /** Empty for `HEARD`: an event that the set was asked about. */
        node_id: text(64),
        outcome: text(16),
        n: z.int().check(z.gte(1), z.lte(MAX_COUNT)),
      }),
    )
    .check(z.maxLength(MAX_COUNTS)),
  /** How often forbidden words were found. Not said by a PC of before they were counted. */
  words: z.optional(
    z
      .array(
        z.object({
          word: text(WORD_LENGTH),
          side: oneOf(WordSide),
          n: z.int().check(z.gte(1), z.lte(MAX_COUNT)),
        }),
      )
      .check(z.maxLength(MAX_COUNTED_WORDS)),
  ),
})

/** A part of a tape is sent in pieces of so many characters. */
export const MAX_TAPE_PIECE = 160_000
const MAX_TAPE_PIECES = 100

/** A piece of a part of a tape: gzip of its lines, in base64. Its parts are known by their room and beginning. */
export const TapeItem = z.object({
  type: z.literal('tape'),
  room_code: text(16),
  run_id: z.nullable(text(64)),
  from_at: z.int().check(z.gte(0)),
  to_at: z.int().check(z.gte(0)),
  piece: z.int().check(z.gte(0), z.lte(MAX_TAPE_PIECES)),
  of: z.int().check(z.gte(1), z.lte(MAX_TAPE_PIECES)),
  body: z.string().check(z.maxLength(MAX_TAPE_PIECE), z.regex(/^[A-Za-z0-9+/=]*$/)),
})
