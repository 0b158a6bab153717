import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { idOf, maybeLine } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { RolloutAct, RolloutStep, VersionState } from './talk.enums.ts'
import { RuleRow } from './talk.rows.schema.ts'

/* How a draft becomes a version that rooms run by, and how it is taken back. */

const rule_id = idOf(nouns.ruleSet)
export const MAX_CANARY_ROOMS = 50

/** With `rooms` it is tried in these alone; without, it is live at once. */
export const Publish = z.object({
  rule_id,
  version,
  note: maybeLine(nouns.note, 200),
  rooms: z.optional(
    field(
      words('先试的直播间', 'Rooms to try it in'),
      z.array(idOf(nouns.room)).check(z.minLength(1), z.maxLength(MAX_CANARY_ROOMS)),
    ),
  ),
})
/** `rooms`: how many run by the version now; `hash`: of what was published; `version`: of the row, to save from. */
export const Published = z.object({
  v: z.int(),
  rooms: z.int(),
  hash: z.string(),
  version: z.int(),
})

export const Rollout = z.object({
  rule_id,
  act: field(words('操作', 'Act'), oneOf(RolloutAct)),
  /** Where it goes back to; by default the version that was live before. */
  to_v: z.optional(field(nouns.version, z.int().check(z.gte(1)))),
  /** The version on trial that is meant: nothing is done where it is not on trial any more. */
  canary_v: z.optional(field(words('灰度中的版本', 'Version on trial'), z.int().check(z.gte(1)))),
})
/** `v`: what is live now. */
export const RolledOut = z.object({ v: z.nullable(z.int()), rooms: z.int(), row: RuleRow })

const NamedNode = z.object({ id: z.string(), name: z.string() })

/** What a version says otherwise than the one that was live when it was published. */
export const NodeDiff = z.object({
  added: z.array(NamedNode),
  removed: z.array(NamedNode),
  changed: z.array(NamedNode),
})
export type NodeDiff = z.infer<typeof NodeDiff>

export const VersionRow = z.object({
  v: z.int(),
  note: z.string(),
  state: oneOf(VersionState),
  at: z.int(),
  by: z.nullable(z.string()),
  hash: z.string(),
  /** Nothing of versions from before it was kept. */
  diff: z.nullable(NodeDiff),
  /** The version that was live before it: what `diff` compares it with. */
  base_v: z.nullable(z.int()),
  /** Why it was withdrawn by itself. */
  why: z.nullable(z.string()),
  why_en: z.nullable(z.string()),
  /** What was done with it, newest first. Nobody's name where it was done by itself. */
  moves: z.array(z.object({ act: oneOf(RolloutStep), at: z.int(), by: z.nullable(z.string()) })),
  /** The rooms that are to run by it; `behind`: their PC still runs by something else. */
  rooms: z.array(z.object({ room_code: z.string(), name: z.string(), behind: z.boolean() })),
})
export type VersionRow = z.infer<typeof VersionRow>

export const Versions = z.object({ list: z.array(VersionRow) })
