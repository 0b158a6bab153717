import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/* The words of the rule model that spec §4 does not list; those it does list are in facts/enums.ts. */

/** How a check compares. Keyword comparisons fold case and width; all others compare code points. */
export const CheckOp = enumeration({
  eq: ['=', '等于', 'is'],
  ne: ['!=', '不等于', 'is not'],
  gt: ['>', '大于', 'greater than'],
  gte: ['>=', '大于等于', 'at least'],
  lt: ['<', '小于', 'less than'],
  lte: ['<=', '小于等于', 'at most'],
  in: ['in', '是其中之一', 'is one of'],
  nin: ['nin', '不是其中任何一个', 'is none of'],
  contains: ['contains', '包含', 'contains'],
  ncontains: ['ncontains', '不包含', 'does not contain'],
  starts: ['starts', '开头是', 'starts with'],
  ends: ['ends', '结尾是', 'ends with'],
  kw_any: ['kwAny', '含任一关键词', 'has any keyword'],
  kw_all: ['kwAll', '含全部关键词', 'has every keyword'],
  similar: ['similar', '意思接近', 'is similar to'],
  changed: ['changed', '有变化', 'has changed'],
  rose: ['rose', '变大了', 'has risen'],
  fell: ['fell', '变小了', 'has fallen'],
})
export type CheckOp = ValueOf<typeof CheckOp>

/** Comparisons with what the same check read before, in the same room: nothing stands on their right. */
export const MOVING_OPS: readonly CheckOp[] = ['changed', 'rose', 'fell']

/** The two bounds of `lo ≤ subject < hi`, read from left to right. */
export const BoundOp = enumeration({
  lt: ['<', '小于', 'less than'],
  lte: ['<=', '小于等于', 'at most'],
})
export type BoundOp = ValueOf<typeof BoundOp>

export const RangeJoin = enumeration({
  and: ['and', '在区间内', 'Inside'],
  or: ['or', '在区间外', 'Outside'],
})
export type RangeJoin = ValueOf<typeof RangeJoin>

export const Hit = enumeration({
  first: ['first', '第一条命中的', 'First match'],
  all: ['all', '全部命中的', 'Every match'],
  random: ['random', '按权重随机一条', 'One at random'],
})
export type Hit = ValueOf<typeof Hit>

/** Who shares a cooldown. */
export const CooldownScope = enumeration({
  rule: ['rule', '本规则', 'This rule'],
  user: ['user', '本规则的每位观众', 'This rule, each viewer'],
  group: ['group', '同组规则', 'Rules of the same group'],
  room: ['room', '全房间', 'The whole room'],
})
export type CooldownScope = ValueOf<typeof CooldownScope>

/**
 * What happens to an event during a cooldown: it is ignored, answered by itself when its turn comes, or answered together with the
 * others when the cooldown ends.
 */
export const CooldownHit = enumeration({
  drop: ['drop', '忽略', 'Ignore'],
  queue: ['queue', '排队逐条回应', 'Answer one after the other'],
  merge: ['merge', '冷却后合并回应', 'Answer together afterwards'],
})
export type CooldownHit = ValueOf<typeof CooldownHit>

export const LimitPer = enumeration({
  round: ['round', '每局', 'Round'],
  session: ['session', '每场直播', 'Session'],
  day: ['day', '每天', 'Day'],
})
export type LimitPer = ValueOf<typeof LimitPer>

/** What becomes of a rule's line while an earlier one of it is still waiting or being spoken. */
export const RunMode = enumeration({
  parallel: ['parallel', '都说', 'Say both'],
  queued: ['queued', '说完再说', 'After the first'],
  single: ['single', '不再说', 'Skip the second'],
  restart: ['restart', '换成新的', 'Replace the first'],
})
export type RunMode = ValueOf<typeof RunMode>

/** What a variable is counted within: it begins anew with each. */
export const VarReset = enumeration({
  never: ['never', '不清零', 'Never'],
  round: ['round', '每局', 'Each round'],
  session: ['session', '每场直播', 'Each session'],
  day: ['day', '每天', 'Each day'],
})
export type VarReset = ValueOf<typeof VarReset>

/** Whose a variable's value is. */
export const VarScope = enumeration({
  global: ['global', '全部直播间', 'All rooms'],
  room: ['room', '每个直播间', 'Each room'],
  user: ['user', '每位观众', 'Each viewer'],
})
export type VarScope = ValueOf<typeof VarScope>

/** What of a room is saved by itself: sets on events, sets of its own accord, questions of viewers. */
export const RoomPart = enumeration({
  talk: ['talk', '事件话术', 'On events'],
  initiative: ['initiative', '主动话术', 'Unprompted'],
  reply: ['reply', '问答', 'Questions'],
})
export type RoomPart = ValueOf<typeof RoomPart>

export const VersionState = enumeration({
  live: ['live', '使用中', 'Live'],
  canary: ['canary', '灰度中', 'On trial'],
  withdrawn: ['withdrawn', '已撤回', 'Withdrawn'],
  past: ['past', '历史', 'Past'],
})
export type VersionState = ValueOf<typeof VersionState>

/** What becomes of a version on trial, or of the live one. */
export const RolloutAct = enumeration({
  promote: ['promote', '转正', 'Promote'],
  rollback: ['rollback', '撤回', 'Roll back'],
})
export type RolloutAct = ValueOf<typeof RolloutAct>

/** What was done with a version. */
export const RolloutStep = enumeration({
  live: ['live', '发布', 'Published'],
  canary: ['canary', '灰度', 'Put on trial'],
  promote: ['promote', '转正', 'Promoted'],
  withdraw: ['withdraw', '撤回', 'Withdrawn'],
  rollback: ['rollback', '回滚', 'Rolled back to'],
})
export type RolloutStep = ValueOf<typeof RolloutStep>

/** How the words of a question are looked for in a danmu. */
export const AnswerMatch = enumeration({
  exact: ['exact', '完全一致', 'The same'],
  starts: ['starts', '开头是', 'Starts with'],
  contains: ['contains', '包含', 'Contains'],
  similar: ['similar', '意思接近', 'Similar'],
})
export type AnswerMatch = ValueOf<typeof AnswerMatch>

/**
 * Why a rule fired or not: one code per gate, in the order of the gates. EXPIRED: it waited too long for a cooldown to end. BLOCKED:
 * every line has a forbidden word. NOT_HEARD: the rule does not listen to the event.
 */
export const Reason = enumeration({
  not_heard: ['NOT_HEARD', '没有听到', 'Not heard'],
  off: ['OFF', '已停用', 'Disabled'],
  window: ['WINDOW', '不在生效时段', 'Outside its hours'],
  cond: ['COND', '条件不满足', 'Conditions not met'],
  prob: ['PROB', '概率未命中', 'Probability not met'],
  mutex: ['MUTEX', '同组规则已触发', 'Another of its group fired'],
  limit: ['LIMIT', '次数已用完', 'Limit reached'],
  cooldown: ['COOLDOWN', '冷却中', 'Cooling down'],
  busy: ['BUSY', '正忙', 'Busy'],
  blocked: ['BLOCKED', '含敏感词', 'Forbidden word'],
  error: ['ERROR', '出错', 'Error'],
  expired: ['EXPIRED', '等待过久，已放弃', 'Waited too long'],
  fired: ['FIRED', '已触发', 'Fired'],
})
export type Reason = ValueOf<typeof Reason>

/** Reasons of rules whose conditions held but that something else stopped. */
export const HELD_BACK: readonly Reason[] = [
  ...(['COOLDOWN', 'LIMIT', 'PROB', 'MUTEX', 'BUSY', 'BLOCKED', 'EXPIRED'] as const),
]

/** Stands where a decision names its set: answers to questions are of none. */
export const NO_SET = 'answer'

/** Counted beside the reasons, of no node: an event that a set was asked about, whatever it made of it. */
export const HEARD = 'HEARD'

/** What a rehearsal begins with. */
export const TryState = enumeration({
  clean: ['clean', '从零开始', 'From the beginning'],
  live: ['live', '现在的状态', 'As the room is now'],
})
export type TryState = ValueOf<typeof TryState>

/** Why a value could not be read. */
export const ValueFault = enumeration({
  missing: ['MISSING', '没有值', 'No value'],
  type: ['TYPE', '类型不符', 'Wrong type'],
  div0: ['DIV0', '除数为零', 'Division by zero'],
  timeout: ['TIMEOUT', '取值超时', 'Timed out'],
  range: ['RANGE', '数值过大', 'Out of range'],
  loop: ['LOOP', '循环触发', 'Loop'],
})
export type ValueFault = ValueOf<typeof ValueFault>
