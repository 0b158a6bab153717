import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { CheckExpressionType, NodeType, NotifyMode, OpenStatus } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { isShallow } from '../kernel/nesting.ts'
import {
  BoundOp,
  CheckOp,
  CooldownHit,
  CooldownScope,
  Hit,
  LimitPer,
  RangeJoin,
  RunMode,
} from './talk.enums.ts'
import { Action } from './action.schema.ts'
import { Operand } from './operand.schema.ts'

/* Rule sets as they are stored and sent. Objects are strict: a part that this version does not know is refused, not dropped. */

export const MAX_DEPTH = 6
export const MAX_NODES = 200
const MAX_MS = 86_400_000

const id = field(nouns.number, z.string().check(z.regex(/^[\w-]{1,40}$/)))
const name = field(nouns.name, z.string().check(z.trim(), z.minLength(1), z.maxLength(30)))
const milliseconds = () => z.int().check(z.gte(1), z.lte(MAX_MS))

/** `$` reads the `subject` of the nearest node above (or of the node itself), so that siblings test one thing. */
const Subject = z.union([Operand, z.literal('$')])

const Bound = z.tuple([field(words('比较', 'Comparison'), oneOf(BoundOp)), Operand])

/** `subject op rhs`; of `changed`, `rose` and `fell` only `subject op`. */
export const OneSidedCheck = z.strictObject({
  id,
  type: z.literal(CheckExpressionType.one),
  subject: Subject,
  op: field(words('比较', 'Comparison'), oneOf(CheckOp)),
  rhs: z.optional(Operand),
})
export type OneSidedCheck = z.infer<typeof OneSidedCheck>

/** `lo op subject op hi`; `or` is everything outside of that range. */
export const TwoSidedCheck = z.strictObject({
  id,
  type: z.literal(CheckExpressionType.two),
  subject: Subject,
  lo: Bound,
  hi: Bound,
  join: field(words('取值', 'Values'), oneOf(RangeJoin)),
})
export type TwoSidedCheck = z.infer<typeof TwoSidedCheck>

export type Check = OneSidedCheck | TwoSidedCheck
export type Group =
  | { id: string; all: Condition[] }
  | { id: string; any: Condition[] }
  | { id: string; not: Condition }
export type Condition = Check | Group

export const Condition: z.ZodMiniType<Condition, Condition> = z.lazy(() =>
  z.union([
    OneSidedCheck,
    TwoSidedCheck,
    z.strictObject({ id, all: z.array(Condition) }),
    z.strictObject({ id, any: z.array(Condition) }),
    z.strictObject({ id, not: Condition }),
  ]),
)

/** Made anew for each field: a label is of one schema. */
export const clockTime = () =>
  z
    .string()
    .check(
      z.regex(
        /^([01]\d|2[0-3]):[0-5]\d$/,
        says('{label}须写成20:00这样的时间', '{label} must be a time like 20:00'),
      ),
    )

/** `2026-11-20` or `2026-11-20 20:00`. */
const moment = () =>
  z
    .string()
    .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d)?$/))

/** When a rule is active, in business time. `times` may cross midnight: `['22:00', '02:00']` ends the next morning. */
export const ActiveWindow = z.strictObject({
  from: z.optional(field(words('开始', 'From'), moment())),
  /** A day is included, a time is not. */
  to: z.optional(field(words('结束', 'Until'), moment())),
  /** 1 Monday … 7 Sunday, of the day on which the time span begins. */
  weekdays: z.optional(
    field(words('星期', 'Weekdays'), z.array(z.int().check(z.gte(1), z.lte(7)))),
  ),
  times: z.optional(field(words('时段', 'Hours'), z.array(z.tuple([clockTime(), clockTime()])))),
})
export type ActiveWindow = z.infer<typeof ActiveWindow>

export const Cooldown = z.strictObject({
  ms: field(words('冷却时间', 'Cooldown'), milliseconds()),
  scope: field(words('冷却范围', 'Cooldown of'), oneOf(CooldownScope)),
  /** The group's name; needed for scope `group` only. */
  group: z.optional(
    field(words('冷却组', 'Cooldown group'), z.string().check(z.minLength(1), z.maxLength(30))),
  ),
  /** Each value of it cools down by itself. */
  key: z.optional(Operand),
  on_hit: field(words('冷却中', 'While cooling down'), oneOf(CooldownHit)),
})
export type Cooldown = z.infer<typeof Cooldown>

/** Priority and time to live pass down to the nodes below; every other policy guards the node it stands at. */
export const Policy = z.strictObject({
  priority: z.optional(field(words('优先级', 'Priority'), z.int().check(z.gte(1), z.lte(999)))),
  ttl_ms: z.optional(field(nouns.validity, milliseconds())),
  active: z.optional(ActiveWindow),
  probability: z.optional(
    field(words('概率', 'Probability'), z.number().check(z.gte(0), z.lte(1))),
  ),
  /** Of the nodes that share this name, one event fires only the first. */
  mutex: z.optional(
    field(words('互斥组', 'Exclusive group'), z.string().check(z.minLength(1), z.maxLength(30))),
  ),
  limit: z.optional(
    z.strictObject({
      max: field(words('次数', 'Times'), z.int().check(z.gte(1), z.lte(10_000))),
      per: field(words('周期', 'Period'), oneOf(LimitPer)),
    }),
  ),
  cooldown: z.optional(Cooldown),
  run: z.optional(field(words('上一句未说完时', 'While it is speaking'), oneOf(RunMode))),
})
export type Policy = z.infer<typeof Policy>

const seconds = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))

/** What a node listens to. */
export const Trigger = z.strictObject({
  event: field(nouns.event, z.string()),
  /** In advance: `lead_s` before the moment that the event is expected at. */
  notify: z.optional(field(words('通知时机', 'When'), oneOf(NotifyMode))),
  lead_s: z.optional(field(words('提前秒数', 'Seconds before'), seconds(1, 3_600))),
  /** Of one viewer and gift, what comes within this time is one event with the sum. */
  merge_ms: z.optional(field(words('合并时长', 'Fold within'), seconds(100, 60_000))),
  /** Of a timer: every so often, give or take `jitter_s`. */
  every_s: z.optional(field(words('间隔秒数', 'Every'), seconds(10, 3_600))),
  jitter_s: z.optional(field(words('随机浮动秒数', 'Give or take'), seconds(0, 1_800))),
})
export type Trigger = z.infer<typeof Trigger>

const nodeFields = {
  id,
  name,
  enabled: field(nouns.status, oneOf(OpenStatus)),
  /** Events by key. The root names all of its set's; a node below may listen to fewer. */
  triggers: z.optional(z.array(Trigger)),
  subject: z.optional(Operand),
  when: z.optional(Condition),
  /** Under `first` and `random`: once its condition holds, no later sibling is tried, even if a gate then stops it. */
  exclusive: z.optional(field(words('命中即止', 'Stop once matched'), z.boolean())),
  /** Its share under a `random` parent; 1 when not given. */
  weight: z.optional(field(words('权重', 'Weight'), z.int().check(z.gte(1), z.lte(100)))),
  policy: z.optional(Policy),
}
const NodeBase = z.strictObject(nodeFields)
type NodeBase = z.infer<typeof NodeBase>

export type SonNode = NodeBase & { type: 'son'; actions: Action[] }
export type ParNode = NodeBase & { type: 'par'; hit: Hit; children: ChildNode[] }
export type RootNode = NodeBase & { type: 'root'; hit: Hit; children: ChildNode[] }
export type ChildNode = ParNode | SonNode
export type RuleNode = RootNode | ChildNode

const SonNode = z.strictObject({
  ...nodeFields,
  type: z.literal(NodeType.son),
  actions: field(words('动作', 'Action'), z.array(Action)),
})

const branchFields = {
  ...nodeFields,
  hit: field(words('命中方式', 'Which match'), oneOf(Hit)),
  get children(): z.ZodMiniType<ChildNode[], ChildNode[]> {
    return z.array(ChildNode)
  },
}

export const ChildNode: z.ZodMiniType<ChildNode, ChildNode> = z.lazy(() =>
  z.union([z.strictObject({ ...branchFields, type: z.literal(NodeType.par) }), SonNode]),
)

export const RootNode: z.ZodMiniType<RootNode, RootNode> = z.lazy(() =>
  z.strictObject({ ...branchFields, type: z.literal(NodeType.root) }),
)

export const RuleSet = z.strictObject({
  id,
  name,
  version: field(nouns.version, z.int().check(z.gte(1))),
  /** Of the published JSON: tells one published bundle from another. */
  hash: z.optional(z.string()),
  root: z.pipe(
    z.custom<RootNode>(
      (value) => isShallow(value),
      says('规则嵌套太深', 'The rules are nested too deep'),
    ),
    RootNode,
  ),
})
export type RuleSet = z.infer<typeof RuleSet>
