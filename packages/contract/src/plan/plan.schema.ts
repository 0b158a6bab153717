import * as z from 'zod/mini'
import { LivePlanStatus } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { day } from '../kernel/day.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, says, setOf } from '../kernel/field.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { isZone } from '../kernel/zone.ts'
import { roomCode } from '../room/room.schema.ts'
import { hasTime, StopRule, TIME_NEEDED, timeOfDay } from '../room/room.stop.schema.ts'
import { ConflictKind, FiringOutcome, LatePolicy, SegmentKind } from './plan.enums.ts'
import { DEFAULT_ZONE, FIRST_DAY, LAST_DAY, MAX_LIST_MS, MAX_SEGMENTS } from './plan.rules.ts'

const isWait = (kind: SegmentKind) => kind === SegmentKind.wait
const isPlayed = (kind: SegmentKind) => kind === SegmentKind.audio || kind === SegmentKind.video
const needed = (name: 'text' | 'asset_id' | 'seconds') => ({
  error: says('请输入{label}', '{label} is required'),
  path: [name],
})

/** A day of this time: years of long ago and of far away are typed by mistake, and not every calendar knows them. */
const planDay = () =>
  day().check(
    z.refine(
      (text) => text >= FIRST_DAY && text <= LAST_DAY,
      says(
        `{label}须在${FIRST_DAY}至${LAST_DAY}之间`,
        `{label} must be from ${FIRST_DAY} to ${LAST_DAY}`,
      ),
    ),
  )
const instant = () =>
  z
    .int()
    .check(
      z.refine(
        (at) => at >= 0 && at <= Date.parse(LAST_DAY) + MAX_LIST_MS,
        says('{label}超出日历的范围', '{label} is beyond the calendar'),
      ),
    )

/** One piece of what the anchor says of its own accord: a line, something to play, or a pause. */
export const Segment = z
  .object({
    kind: field(nouns.kind, oneOf(SegmentKind)),
    text: z._default(
      field(words('内容', 'Text'), z.string().check(z.trim(), z.maxLength(500))),
      '',
    ),
    asset_id: z.optional(idOf(words('素材', 'File'))),
    voice_id: z.optional(idOf(words('音色', 'Voice'))),
    seconds: z.optional(field(words('秒数', 'Seconds'), z.int().check(z.gte(1), z.lte(3_600)))),
  })
  .check(
    z.refine(({ kind, text }) => kind !== SegmentKind.talk || text !== '', needed('text')),
    z.refine(({ kind, asset_id }) => !isPlayed(kind) || asset_id !== undefined, needed('asset_id')),
    z.refine(({ kind, seconds }) => !isWait(kind) || seconds !== undefined, needed('seconds')),
  )
export type Segment = z.infer<typeof Segment>

/** With `id` and `version` it changes a plan. `key` is made by who asks: asked for again, there is one plan. */
export const PlanDraft = z
  .object({
    id: z.optional(idOf(nouns.plan)),
    version: z.optional(version),
    room_code: roomCode(),
    name: line(nouns.name, 40),
    zone: z._default(
      field(
        words('时区', 'Time zone'),
        z
          .string()
          .check(
            z.maxLength(64),
            z.refine(isZone, says('{label}不存在', 'There is no such {label}')),
          ),
      ),
      DEFAULT_ZONE,
    ),
    date: z.optional(z.nullable(field(words('日期', 'Date'), planDay()))),
    /** 1 for Monday. */
    weekdays: z._default(
      field(
        words('星期', 'Days of the week'),
        setOf(z.array(z.int().check(z.gte(1), z.lte(7))).check(z.maxLength(7))),
      ),
      [],
    ),
    start: timeOfDay(words('开播时间', 'Start')),
    /** It needs `at`; where that is not after `start` it is on the next day. */
    stop: StopRule,
    valid_from: z.optional(z.nullable(field(nouns.from, planDay()))),
    valid_to: z.optional(z.nullable(field(nouns.to, planDay()))),
    /** Left out of a change it stays as it is: who moves a plan has not read what it says. */
    segments: z.optional(
      field(words('脚本', 'Script'), z.array(Segment).check(z.maxLength(MAX_SEGMENTS))),
    ),
    loop: z._default(field(words('循环', 'Loop'), z.boolean()), false),
    late: z._default(field(words('迟到时', 'When late'), oneOf(LatePolicy)), LatePolicy.skip),
    enabled: z._default(enabled, 1),
    key: z.optional(field(words('幂等键', 'Key'), z.string().check(z.regex(/^[\w-]{8,40}$/)))),
  })
  .check(
    changeHasVersion,
    z.refine(({ stop }) => stop.at !== undefined, TIME_NEEDED),
    z.refine(({ date, weekdays }) => Boolean(date) !== weekdays.length > 0, {
      error: says('请选择日期或星期，二者选一', 'Choose either a date or days of the week'),
      path: ['weekdays'],
    }),
    z.refine(({ valid_from, valid_to }) => !valid_from || !valid_to || valid_from <= valid_to, {
      error: says('{label}不能早于开始日期', '{label} must not be before From'),
      path: ['valid_to'],
    }),
  )
export type PlanDraft = z.infer<typeof PlanDraft>

export const PlanRef = z.object({ id: idOf(nouns.plan) })
/** `version`: of the plan as it was when it was deleted. */
export const PlanRestore = z.object({ id: idOf(nouns.plan), version })

export const PlanRow = z.object({
  id: z.string(),
  room_code: z.string(),
  name: z.string(),
  zone: z.string(),
  date: z.nullable(z.string()),
  weekdays: setOf(z.array(z.int())),
  start: z.string(),
  stop: StopRule,
  valid_from: z.nullable(z.string()),
  valid_to: z.nullable(z.string()),
  /** Left out of lists of many rooms. */
  segments: z.optional(z.array(Segment)),
  segment_count: z.int(),
  loop: z.boolean(),
  late: oneOf(LatePolicy),
  enabled,
  ...stamped,
})
export type PlanRow = z.infer<typeof PlanRow>

/** `data` of the refusal of a plan that needs what another has at the time. */
export const Conflict = z.object({
  kind: oneOf(ConflictKind),
  plan: z.object({ id: z.string(), name: z.string() }),
  room: z.object({ room_code: z.string(), name: z.string() }),
  from: z.int(),
  to: z.int(),
})
export type Conflict = z.infer<typeof Conflict>

export const PlanQuery = z
  .object({
    room_code: z.optional(roomCode()),
    org_id: z.optional(idOf(nouns.org)),
    pc_id: z.optional(idOf(nouns.pc)),
    from: field(words('开始', 'From'), instant()),
    to: field(words('结束', 'Until'), instant()),
  })
  .check(
    z.refine(({ from, to }) => to > from && to - from <= MAX_LIST_MS, {
      error: says('结束须晚于开始，一次最多看42天', 'Until must be after From, by at most 42 days'),
      path: ['to'],
    }),
  )

/** A time at which a plan is due. Beyond 15 days it has no row yet, and no `id`. */
export const Firing = z.object({
  id: z.nullable(z.string()),
  plan_id: z.string(),
  room_code: z.string(),
  due_at: z.int(),
  end_at: z.int(),
  status: oneOf(LivePlanStatus),
  outcome: z.nullable(oneOf(FiringOutcome)),
  run_id: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  detail_en: z.nullable(z.string()),
})
export type Firing = z.infer<typeof Firing>

export const PlanSettings = z.object({
  version: z.int(),
  /** Off: firings pass by. */
  plans_on: z.boolean(),
  late_min: z.int(),
  /** What the PC needs of a plan is fetched ten minutes ahead. */
  prewarm: z.boolean(),
  /** Its script is spoken when the room is started by hand. */
  script_plan_id: z.nullable(z.string()),
  /** How a run ends that was started by hand. */
  stop: z.nullable(StopRule),
})
export type PlanSettings = z.infer<typeof PlanSettings>

export const PlanList = z.object({
  list: z.array(PlanRow),
  /** Of all plans of the list, also of deleted ones that have fired. */
  firings: z.array(Firing),
  /** The rooms of the list, with the PC that each needs. */
  rooms: z.array(
    z.object({
      room_code: z.string(),
      name: z.string(),
      pc: z.nullable(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** How many rooms of all that one may see are to speak in an hour, beside how many voices can at once. */
  voice: z.array(z.object({ hour: z.int(), rooms: z.int(), ports: z.int() })),
  /** Of the room that was asked for. */
  settings: z.nullable(PlanSettings),
})
export type PlanList = z.infer<typeof PlanList>

export const PlanSettingsDraft = z
  .object({
    room_code: roomCode(),
    version,
    plans_on: field(words('执行计划', 'Plans are carried out'), z.boolean()),
    late_min: z._default(
      field(words('允许迟到（分钟）', 'Late by at most (min)'), z.int().check(z.gte(0), z.lte(30))),
      5,
    ),
    prewarm: z._default(field(words('提前准备', 'Prepare ahead'), z.boolean()), true),
    script_plan_id: z.optional(
      z.nullable(idOf(words('手动开播的脚本', 'Script of a start by hand'))),
    ),
    stop: z.optional(z.nullable(StopRule)),
  })
  .check(z.refine(({ stop }) => !stop || hasTime(stop), TIME_NEEDED))
