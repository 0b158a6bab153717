import * as z from 'zod/mini'
import { DataType, EventType, NotifyMode } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { changeOf, field, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { PlayState } from './game.enums.ts'
import { game_id } from './game.rows.schema.ts'

/* What can happen in a game. Rules hear it as `game.<key>`. */

/** Raised by the PC for every game: no game declares them. */
export const RESERVED_KEYS = ['round_start', 'round_end', 'countdown', 'lost'] as const

const event_id = idOf(nouns.event)
const key = field(
  words('事件标识', 'Event’s key'),
  z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/)),
)
export const scalar = z.union([z.string().check(z.maxLength(500)), z.number()])

export const PayloadField = z.strictObject({
  key: field(words('字段', 'Field'), z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/))),
  label: line(words('字段名称', 'Name of the field'), 30),
  type: field(words('数据类型', 'Type'), oneOf(DataType)),
  /** The value where an event has none. */
  fallback: z.optional(field(words('缺省值', 'Otherwise'), scalar)),
  /** An amount: when events are merged, their amounts add up. */
  sums: z.optional(field(words('合并时相加', 'Adds up'), z.boolean())),
})
export type PayloadField = z.infer<typeof PayloadField>

const payload = field(words('字段', 'Fields'), z.array(PayloadField).check(z.maxLength(20)))
const sample = field(words('示例', 'Sample'), z.record(PayloadField.shape.key, scalar))

/** `advance`: the game says beforehand when it will happen. */
const notify = field(words('通知时机', 'When'), oneOf(NotifyMode))

const draft = {
  key,
  name: line(nouns.name, 30),
  payload: z._default(payload, []),
  sample: z._default(sample, {}),
  notify: z._default(notify, NotifyMode.normal),
}

export const EventAdd = z.object({ game_id, ...draft })
export type EventAdd = z.infer<typeof EventAdd>

/** Rules that break read what is gone as missing: only with `force`. */
const force = z.optional(field(words('强制保存', 'Save anyway'), z.boolean()))

/** What is left out stays as it is. */
export const EventUpdate = z.object({
  event_id,
  version,
  ...changeOf(draft),
  key: z.optional(draft.key),
  name: z.optional(draft.name),
  force,
})
export type EventUpdate = z.infer<typeof EventUpdate>

/** Of an event that every game has, `<game_id>:<key>`. */
export const EventRef = z.object({ event_id })
export const EventEnable = z.object({ event_id, enabled })

const states = field(
  words('计入状态', 'Counts in'),
  setOf(z.array(oneOf(PlayState)).check(z.maxLength(3))),
)
const sets = z.nullable(field(words('之后变为', 'Then becomes'), oneOf(PlayState)))

const common = {
  event_id: z.string(),
  key: z.string(),
  name: z.string(),
  type: field(nouns.kind, oneOf(EventType)),
  payload,
  notify,
  /** The states in which it counts; none: in all. */
  only_in: states,
  /** The state that the game is in after it. */
  sets,
  /** Rules that listen to it or read its fields. */
  references: field(words('使用它的规则', 'Rules that use it'), z.int()),
  enabled,
}

export const EventRow = z.object({ ...common, game_id: z.string(), sample, ...stamped })
export type EventRow = z.infer<typeof EventRow>

/** What every game can do, with what this one says of it. */
export const SystemEventRow = z.object(common)
export type SystemEventRow = z.infer<typeof SystemEventRow>

export const EventQuery = listQuery(['created_at', 'key', 'name'], {
  game_id,
  enabled: z.optional(enabled),
  event_id: z.optional(event_id),
})

export const StatusSave = z.object({
  game_id,
  /** Of the game. */
  version,
  rows: field(
    words('游戏状态', 'States'),
    z
      .array(z.object({ event_id, only_in: states, sets: z.optional(sets) }))
      .check(z.maxLength(150)),
  ),
})
