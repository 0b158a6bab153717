import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { CheckExpressionType, DataOrigin, NodeType, OpenStatus } from '../facts/enums.ts'
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
} from './talk.enums.ts'

/* Rule sets as they are stored and sent. Objects are strict: a part that this version does not know is refused, not dropped. */

export const MAX_DEPTH = 6
export const MAX_NODES = 200
const MAX_MS = 86_400_000

const id = field(nouns.number, z.string().check(z.regex(/^[\w-]{1,40}$/)))
const name = field(nouns.name, z.string().check(z.trim(), z.minLength(1), z.maxLength(30)))
const milliseconds = z.int().check(z.gte(1), z.lte(MAX_MS))

const Scalar = z.union([z.string().check(z.maxLength(500)), z.number()])
export type Scalar = z.infer<typeof Scalar>

export const Operand = z.discriminatedUnion('origin', [
  z.strictObject({
    origin: z.literal(DataOrigin.variable),
    key: field(words('变量', 'Variable'), z.string()),
  }),
  z.strictObject({
    origin: z.literal(DataOrigin.input),
    value: z.union([Scalar, z.array(Scalar).check(z.minLength(1), z.maxLength(100))]),
  }),
])
export type Operand = z.infer<typeof Operand>

/** `$` reads the `subject` of the nearest node above (or of the node itself), so that siblings test one thing. */
const Subject = z.union([Operand, z.literal('$')])

const Bound = z.tuple([field(words('比较', 'Comparison'), oneOf(BoundOp)), Operand])

/** `subject op rhs` */
export const OneSidedCheck = z.strictObject({
  id,
  type: z.literal(CheckExpressionType.one),
  subject: Subject,
  op: field(words('比较', 'Comparison'), oneOf(CheckOp)),
  rhs: Operand,
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

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** When a rule is active, in business time. `times` may cross midnight: `['22:00', '02:00']` ends the next morning. */
export const ActiveWindow = z.strictObject({
  /** 1 Monday … 7 Sunday, of the day on which the time span begins. */
  weekdays: z.optional(
    field(words('星期', 'Weekdays'), z.array(z.int().check(z.gte(1), z.lte(7)))),
  ),
  times: z.optional(field(words('时段', 'Hours'), z.array(z.tuple([clockTime, clockTime])))),
})
export type ActiveWindow = z.infer<typeof ActiveWindow>

export const Cooldown = z.strictObject({
  ms: field(words('冷却时间', 'Cooldown'), milliseconds),
  scope: field(words('冷却范围', 'Cooldown of'), oneOf(CooldownScope)),
  /** The group's name; needed for scope `group` only. */
  group: z.optional(
    field(words('冷却组', 'Cooldown group'), z.string().check(z.minLength(1), z.maxLength(30))),
  ),
  on_hit: field(words('冷却中', 'While cooling down'), oneOf(CooldownHit)),
})
export type Cooldown = z.infer<typeof Cooldown>

/** Priority and time to live pass down to the nodes below; every other policy guards the node it stands at. */
export const Policy = z.strictObject({
  priority: z.optional(field(words('优先级', 'Priority'), z.int().check(z.gte(1), z.lte(999)))),
  ttl_ms: z.optional(field(nouns.validity, milliseconds)),
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
})
export type Policy = z.infer<typeof Policy>

/** The longest line with its values filled in, in characters; a longer one is cut. */
export const MAX_LINE = 1000

const Template = z.strictObject({
  text: field(words('话术', 'Line'), z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  weight: field(words('权重', 'Weight'), z.int().check(z.gte(1), z.lte(100))),
})

export const SayAction = z.strictObject({
  kind: z.literal('say'),
  templates: field(words('话术', 'Line'), z.array(Template).check(z.minLength(1), z.maxLength(50))),
  /** How many of the last picks are not picked again. */
  no_repeat: field(
    words('不重复条数', 'Lines without repetition'),
    z.int().check(z.gte(0), z.lte(20)),
  ),
})
export type SayAction = z.infer<typeof SayAction>

export const Action = z.discriminatedUnion('kind', [SayAction])
export type Action = z.infer<typeof Action>

const nodeFields = {
  id,
  name,
  enabled: field(nouns.status, oneOf(OpenStatus)),
  /** Events by key. The root names all of its set's; a node below may listen to fewer. */
  triggers: z.optional(z.array(z.strictObject({ event: field(nouns.event, z.string()) }))),
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
