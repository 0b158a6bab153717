import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { idOf } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { ActionKind } from './action.schema.ts'
import { Reason, TryState, ValueFault } from './talk.enums.ts'
import { Trace } from './talk.trace.ts'

/* A rehearsal 试演: what rules would make of an event, without anything being said or kept. */

export const MAX_RUNS = 1_000

const key = z.string().check(z.minLength(1), z.maxLength(64))
const scalar = z.union([z.string().check(z.maxLength(500)), z.number()])
const values = () => z.record(key, scalar)

export const RuleTry = z.object({
  /** Without a room: by what is built in, from the beginning. */
  room_code: z.optional(idOf(nouns.room)),
  /** One set, as a draft or as it is live; or all that the room runs by. */
  target: field(
    words('试演对象', 'What is tried'),
    z.object({
      rule_id: z.optional(idOf(nouns.ruleSet)),
      draft: z.optional(field(nouns.ruleSet, z.record(z.string(), z.unknown()))),
      room: z.optional(field(nouns.room, z.literal(1))),
    }),
  ),
  event: field(
    nouns.event,
    z.object({ key: field(nouns.event, key), vars: field(words('字段', 'Fields'), values()) }),
  ),
  /** Variables of the room and of this viewer, set aside for the rehearsal. */
  vars: z.optional(field(words('变量', 'Variables'), values())),
  state: field(words('状态', 'State'), oneOf(TryState)),
  now: z.optional(
    field(words('时间', 'Time'), z.int().check(z.gte(0), z.lte(8_640_000_000_000_000))),
  ),
  /** What is drawn by chance is the same for the same seed. */
  seed: z.optional(
    field(words('随机种子', 'Seed'), z.string().check(z.minLength(1), z.maxLength(64))),
  ),
  runs: z.optional(field(words('次数', 'Runs'), z.int().check(z.gte(1), z.lte(MAX_RUNS)))),
})

const node = { set_id: z.string(), node_id: z.string(), node_name: z.string() }

export const TriedDecision = z.object({
  ...node,
  node_path: z.string(),
  outcome: oneOf(Reason),
  text: z.nullable(z.string()),
  fault: z.nullable(oneOf(ValueFault)),
  trace: z.nullable(Trace),
})
export type TriedDecision = z.infer<typeof TriedDecision>

const TryStats = z.object({
  /** How often it was tried: fewer than asked for where that took too long. */
  runs: z.int(),
  /** In how many of them anything fired. */
  fired: z.int(),
  nodes: z.array(z.object({ ...node, outcome: oneOf(Reason), n: z.int() })),
  /** What would be said, most often first. */
  texts: z.array(z.object({ text: z.string(), n: z.int() })),
})

export const RuleTried = z.object({
  /** What would be done; of several runs, in the first. */
  fired: z.array(z.object({ ...node, effect: oneOf(ActionKind), text: z.string() })),
  decisions: z.array(TriedDecision),
  /** The variables that conditions read. */
  vars: z.array(
    z.object({
      key: z.string(),
      value: z.optional(
        z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
      ),
      fault: z.optional(oneOf(ValueFault)),
    }),
  ),
  warnings: z.array(z.string()),
  stats: z.nullable(TryStats),
  now: z.int(),
  seed: z.string(),
})
export type RuleTried = z.infer<typeof RuleTried>
