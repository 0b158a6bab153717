import * as z from 'zod/mini'
import { DataType } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { RuleKind } from './kind.enums.ts'
import { AnswerMatch } from './talk.enums.ts'
import { PackedFile } from '../agent/asset-file.schema.ts'
import { GamePart } from '../game/game.schema.ts'
import { field } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'
import { clockTime, RuleSet } from './talk.schema.ts'
import { Var } from './variable.schema.ts'

/* All that a room runs by, in one immutable piece that is known by its hash. */

export const BUNDLE_FORMAT = 2

const scalar = z.union([z.string().check(z.maxLength(500)), z.number()])

/** An event that a game raises: `game.<key>`. */
const GameEvent = z.strictObject({
  key: z.string().check(z.regex(/^game\.[a-z][a-z0-9_]{1,39}$/)),
  label: z.string().check(z.maxLength(30)),
  variables: z
    .array(
      z.strictObject({
        key: z.string().check(z.regex(/^ev\.[a-z][a-z0-9_]{0,39}$/)),
        label: z.string().check(z.maxLength(30)),
        type: oneOf(DataType),
        fallback: z.optional(scalar),
        sums: z.optional(z.literal(true)),
      }),
    )
    .check(z.maxLength(20)),
  eta: z.optional(z.literal(true)),
})

/** A file that rules name. */
export const BundleAsset = z.strictObject({
  asset_id: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.maxLength(100)),
  /** Nothing where it is neither a sound nor a video. */
  plays: z.nullable(z.enum(['audio', 'video'])),
  /** Nothing where it comes with the program. */
  file: z.nullable(PackedFile),
})
export type BundleAsset = z.infer<typeof BundleAsset>

/** What rules can speak of beside what is built in: the events and variables of the room's game. */
export const Catalogue = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  events: z.array(GameEvent).check(z.maxLength(100)),
  vars: z.array(Var).check(z.maxLength(200)),
  /** What every game can do and this one is not to be heard of. Left out where there is nothing. */
  off: z.optional(z.array(z.string().check(z.maxLength(45))).check(z.maxLength(50))),
  /** The files that its rules name. Left out where there are none: older agents do not know it. */
  assets: z.optional(z.array(BundleAsset).check(z.maxLength(200))),
})
export type Catalogue = z.infer<typeof Catalogue>

export const EMPTY_CATALOGUE: Catalogue = { format: BUNDLE_FORMAT, events: [], vars: [] }

/** A question of viewers, and its answers. */
export const Answer = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  keywords: z
    .array(z.string().check(z.minLength(1), z.maxLength(50)))
    .check(z.minLength(1), z.maxLength(20)),
  match: oneOf(AnswerMatch),
  replies: z
    .array(z.string().check(z.minLength(1), z.maxLength(500)))
    .check(z.minLength(1), z.maxLength(20)),
  /** Of one viewer, in milliseconds; 0: none. */
  cooldown_ms: z.int().check(z.gte(0), z.lte(86_400_000)),
  /** The reply begins with the viewer's name. */
  at: z.optional(z.literal(true)),
  /** From then on it is not given any more. */
  until: z.optional(z.int()),
})
export type Answer = z.infer<typeof Answer>

/** A set in a room: what the room sets aside of it is its own. */
export const BoundSet = z.strictObject({
  kind: oneOf(RuleKind),
  set: RuleSet,
  /** Added to the priority of all of its lines. */
  shift: z.int().check(z.gte(-50), z.lte(50)),
  /** Nodes that are off in this room. */
  off_nodes: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200)),
})
export type BoundSet = z.infer<typeof BoundSet>

/** From when until when, in business time; may cross midnight. */
export const Quiet = z.strictObject({
  from: field(words('开始', 'From'), clockTime()),
  to: field(words('结束', 'Until'), clockTime()),
})
export type Quiet = z.infer<typeof Quiet>

export const Bundle = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  catalogue: Catalogue,
  /** In the order in which they are asked. */
  sets: z.array(BoundSet).check(z.maxLength(50)),
  answers: z.array(Answer).check(z.maxLength(500)),
  /** After so many seconds without a sentence a silence is one. */
  idle_s: z.int().check(z.gte(5), z.lte(600)),
  /** Nothing is said of its own accord then. Left out where there is none: older agents do not know it. */
  quiet: z.optional(z.array(Quiet).check(z.maxLength(4))),
  /** Whom rules know as important, from 1 to 3. Left out where there is nobody, as what older agents do not know. */
  viewers: z.optional(
    z
      .array(
        z.strictObject({
          open_id: z.string().check(z.minLength(1), z.maxLength(128)),
          level: z.int().check(z.gte(1), z.lte(3)),
          greet: z.string().check(z.maxLength(100)),
        }),
      )
      .check(z.maxLength(500)),
  ),
  /** The room's game. Left out where it has none. */
  game: z.optional(GamePart),
})
export type Bundle = z.infer<typeof Bundle>

export const DEFAULT_IDLE_S = 20

export const bundleOf = (sets: readonly BoundSet[]): Bundle => ({
  format: BUNDLE_FORMAT,
  catalogue: EMPTY_CATALOGUE,
  sets: [...sets],
  answers: [],
  idle_s: DEFAULT_IDLE_S,
})

/** A set as it is, without anything of a room's own. */
export const unchanged = (set: RuleSet): BoundSet => ({
  kind: 'talk',
  set,
  shift: 0,
  off_nodes: [],
})
