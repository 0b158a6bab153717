import * as z from 'zod/mini'
import { IsOrNot } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { ruleKind } from './option.schema.ts'
import { Catalogue } from './bundle.schema.ts'
import { RuleSet } from './talk.schema.ts'

/* Rule sets as people list, edit, publish and bind them. */

export const rule_id = idOf(nouns.ruleSet)
const name = line(nouns.name, 30)
const note = maybeLine(nouns.note, 200)

export const liveVersion = field(words('使用中的版本', 'Live version'), z.nullable(z.int()))

export const RuleQuery = listQuery(['updated_at', 'name'], {
  kind: z.optional(ruleKind),
  org_id: z.optional(idOf(nouns.org)),
  game_id: z.optional(idOf(nouns.game)),
  enabled: z.optional(enabled),
  rule_id: z.optional(rule_id),
})

export const RuleRow = z.object({
  rule_id: z.string(),
  name: z.string(),
  kind: ruleKind,
  org: field(nouns.org, z.object({ id: z.string(), name: z.string() })),
  /** The game that it speaks of: only its rooms run it. */
  game: z.nullable(field(nouns.game, z.object({ id: z.string(), name: z.string() }))),
  note: field(nouns.note, z.string()),
  enabled,
  /** New rooms of its organisation get it. */
  is_default: oneOf(IsOrNot),
  /** Nothing until it is published. */
  live_v: liveVersion,
  /** The version on trial, and in how many rooms. */
  canary: field(words('灰度', 'On trial'), z.nullable(z.object({ v: z.int(), rooms: z.int() }))),
  /** The last version was taken out of its rooms by itself: why. Until the next one is published. */
  withdrawn: field(
    words('自动撤回', 'Withdrawn by itself'),
    z.nullable(z.object({ v: z.int(), why: z.string(), why_en: z.string() })),
  ),
  /** The draft says something else than what is live. */
  is_dirty: field(words('有未发布的修改', 'Not published yet'), z.boolean()),
  rooms: field(words('直播间', 'Rooms'), z.int()),
  /** What its rules did in the last 24 hours, by the full hour. */
  fired_24h: field(words('24小时触发', 'Fired in 24 h'), z.int()),
  held_24h: field(words('24小时挡下', 'Held back in 24 h'), z.int()),
  errors_24h: field(words('24小时错误', 'Errors in 24 h'), z.int()),
  nodes: field(words('规则数', 'Rules'), z.int()),
  /** What keeps the draft from being published. */
  problems: field(words('问题', 'Problems'), z.int()),
  ...stamped,
})
export type RuleRow = z.infer<typeof RuleRow>

export const RuleRef = z.object({ rule_id })

export const RuleAdd = z.object({
  name,
  kind: ruleKind,
  org_id: z.optional(idOf(nouns.org)),
  game_id: z.optional(z.nullable(idOf(nouns.game))),
  copy_of: z.optional(field(words('复制自', 'Copy of'), z.string())),
})

export const RuleUpdate = z.object({
  rule_id,
  version,
  name: z.optional(name),
  note: z.optional(note),
  enabled: z.optional(enabled),
})

/** Read in the service: what is wrong in the middle of a tree is told by the rule's name. */
const draft = field(nouns.ruleSet, z.record(z.string(), z.unknown()))
export const RuleSave = z.object({ rule_id, version, set: draft })

export const Problem = z.object({
  /** `root/par[0]/when/all[1]` */
  path: z.string(),
  /** The node that it is of. */
  node_id: z.nullable(z.string()),
  level: z.enum(['error', 'warn']),
  message: z.string(),
})
export type Problem = z.infer<typeof Problem>

export const RuleSaved = z.object({ row: RuleRow, problems: z.array(Problem) })

/** What a node did in the last 24 hours, over all versions. A node without any is left out. */
export const NodeStats = z.object({
  node_id: z.string(),
  fired: z.int(),
  cooldown: z.int(),
  /** Held back by anything, cooldowns among them. */
  held: z.int(),
  errors: z.int(),
})
export type NodeStats = z.infer<typeof NodeStats>

export const RuleData = z.object({
  row: RuleRow,
  set: RuleSet,
  problems: z.array(Problem),
  /** The events and variables of its game. */
  catalogue: Catalogue,
  /** What made-up events of the set’s game say at first, by event and field. */
  samples: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))),
  rooms: z.array(z.object({ room_code: z.string(), name: z.string() })),
  node_stats: z.array(NodeStats),
})

export const RuleDataQuery = z.object({
  rule_id,
  /** A version instead of the draft. */
  v: z.optional(field(nouns.version, z.int())),
})
