import * as z from 'zod/mini'
import { TaskStatus } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { idOf, line } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { Reason } from './talk.enums.ts'
import { TriedDecision } from './talk.try.schema.ts'

/* What was told a room, told once more: why it said nothing, what it would say by other rules, and cases that rules have to stand. */

const rule_id = idOf(nouns.ruleSet)
const at = field(words('时间', 'Time'), z.int().check(z.gte(0)))
const key = z.string().check(z.minLength(1), z.maxLength(64))
const scalar = z.union([z.string().check(z.maxLength(500)), z.number()])
const values = () => z.record(key, scalar)

/** A question spans so much of a tape at the most, in milliseconds. */
export const MAX_WHY_MS = 600_000

export const Why = z.object({
  room_code: idOf(nouns.room),
  from_at: at,
  to_at: at,
  /** One event, or those of a viewer: by number or a part of the name. */
  event_id: z.optional(idOf(nouns.event)),
  user: z.optional(line(words('观众', 'Viewer'), 50)),
})

/** What became of each event, by the rules and the state of then. */
export const Because = z.object({
  events: z.array(
    z.object({
      event_id: z.string(),
      event_key: z.string(),
      at: z.int(),
      user: z.string(),
      text: z.string(),
      decisions: z.array(TriedDecision),
    }),
  ),
  /** Why there is nothing, or not all. */
  missing: z.nullable(z.string()),
})

/** Answered of the newest runs, and no more. */
export const MAX_TAPES = 50

/** Runs of the rooms that a set is bound in, with anything on tape; the newest first. */
export const Tapes = z.object({
  list: z.array(
    z.object({
      run_id: z.string(),
      room_code: z.string(),
      room_name: z.string(),
      started_at: z.int(),
      /** Still on air. */
      ended_at: z.nullable(z.int()),
    }),
  ),
})

export const ReplayStart = z.object({
  rule_id,
  run_id: idOf(nouns.run),
  /** A version of the set; without it, its draft. */
  v: z.optional(field(nouns.version, z.int().check(z.gte(1)))),
})
export const ReplayRef = z.object({ job_id: idOf(words('任务', 'Task')) })

const counts = z.object({ fired: z.int(), held: z.int(), errors: z.int() })
const spoken = z.object({ sentences: z.int(), spoken_ms: z.int(), queue_peak: z.int() })

/** A tape played by the rules of then and by others. */
export const ReplayResult = z.object({
  events: z.int(),
  nodes: z.array(
    z.object({
      set_id: z.string(),
      node_id: z.string(),
      node_name: z.string(),
      before: counts,
      after: counts,
    }),
  ),
  gone: z.int(),
  fresh: z.int(),
  altered: z.int(),
  list: z.array(
    z.object({
      at: z.int(),
      event_id: z.string(),
      node_name: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
  before: spoken,
  after: spoken,
  /** The tape has gaps: behind each the room goes on from what it remembered then. */
  has_gap: z.boolean(),
  /** The same where tape and rules are the same. */
  hash: z.string(),
})
export type ReplayResult = z.infer<typeof ReplayResult>

export const ReplayState = z.object({
  job_id: z.string(),
  status: oneOf(TaskStatus),
  pct: z.int(),
  result: z.nullable(ReplayResult),
  /** Why there is no result. */
  fault: z.nullable(z.string()),
})

export const MAX_CASES = 200

/** What has to be decided of an event. */
export const RuleCase = z.object({
  name: line(nouns.name, 40),
  event: field(
    nouns.event,
    z.object({ key: field(nouns.event, key), vars: field(words('字段', 'Fields'), values()) }),
  ),
  vars: z.optional(field(words('变量', 'Variables'), values())),
  now: at,
  expect: field(
    words('预期', 'Expected'),
    z
      .array(
        z.object({
          node_id: field(words('节点', 'Node'), z.string().check(z.maxLength(64))),
          outcome: field(words('结果', 'Outcome'), oneOf(Reason)),
          text: z.optional(field(words('话术', 'Line'), z.string().check(z.maxLength(1_000)))),
        }),
      )
      .check(z.minLength(1), z.maxLength(20)),
  ),
})
export type RuleCase = z.infer<typeof RuleCase>

/** What a case came to otherwise than it should. */
export const FailedCase = z.object({
  name: z.string(),
  node_id: z.string(),
  expected: z.object({ outcome: oneOf(Reason), text: z.nullable(z.string()) }),
  /** Nothing where the rule was not even asked. */
  came: z.nullable(z.object({ outcome: oneOf(Reason), text: z.nullable(z.string()) })),
})
export type FailedCase = z.infer<typeof FailedCase>

export const Cases = z.object({
  version: z.int(),
  list: z.array(RuleCase),
  /** What of them the draft does not stand; null where it has errors and cannot be tried. */
  failed: z.nullable(z.array(FailedCase)),
})
export const CasesSave = z.object({
  rule_id,
  version,
  list: field(words('用例', 'Cases'), z.array(RuleCase).check(z.maxLength(MAX_CASES))),
})
