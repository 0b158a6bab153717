import * as z from 'zod/mini'
import { AlarmMoment, AlarmType, StopLive } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'
import { MAX_PLACE } from '../stage/scene.schema.ts'
import { Operand } from './operand.schema.ts'

/* What a rule does when it fires. */

/** The longest line with its values filled in, in characters; a longer one is cut. */
export const MAX_LINE = 1000
export const MAX_ACTIONS = 8

export const ActionKind = enumeration({
  say: ['say', '说话', 'Say'],
  set_var: ['setVar', '改变量', 'Set a variable'],
  alarm: ['alarm', '告警', 'Alarm'],
  reply: ['reply', '发弹幕', 'Send a danmu'],
  cmd: ['cmd', '控制游戏', 'Command the game'],
  play_asset: ['playAsset', '播放素材', 'Play a file'],
  cut_in: ['cutIn', '插播', 'Cut in'],
  scene: ['scene', '切换画面', 'Change the scene'],
  stop_live: ['stopLive', '停播', 'Stop the stream'],
  fans_task: ['fansTask', 'AI粉丝任务', 'Task of AI fans'],
})
export type ActionKind = ValueOf<typeof ActionKind>

/** What no client can carry out yet: such an effect is refused, and publishing warns. */
export const CLOSED_ACTIONS: readonly ActionKind[] = ['reply', 'fansTask']

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const asset = field(words('素材', 'File'), z.string().check(z.minLength(1), z.maxLength(64)))
const layer = z.string().check(z.maxLength(40))
const layers = z.array(layer).check(z.maxLength(20))
/** Where the corner of a layer goes, on the canvas of scenes. */
const place = () => z.number().check(z.gte(-MAX_PLACE), z.lte(MAX_PLACE))
const LayerMove = z.strictObject({
  layer: field(words('图层', 'Layer'), layer.check(z.minLength(1))),
  x: field(words('横坐标', 'X'), place()),
  y: field(words('纵坐标', 'Y'), place()),
})

const Template = z.strictObject({
  text: field(words('话术', 'Line'), line(500)),
  weight: field(words('权重', 'Weight'), z.int().check(z.gte(1), z.lte(100))),
})

export const SayAction = z.strictObject({
  kind: z.literal(ActionKind.say),
  templates: field(words('话术', 'Line'), z.array(Template).check(z.minLength(1), z.maxLength(50))),
  /** How many of the last picks are not picked again. */
  no_repeat: field(
    words('不重复条数', 'Lines without repetition'),
    z.int().check(z.gte(0), z.lte(20)),
  ),
  voice: z.optional(field(words('音色', 'Voice'), z.string().check(z.maxLength(64)))),
})
export type SayAction = z.infer<typeof SayAction>

const SetVarAction = z.strictObject({
  kind: z.literal(ActionKind.set_var),
  key: field(words('变量', 'Variable'), z.string()),
  op: field(words('方式', 'How'), z.enum(['set', 'add'])),
  value: Operand,
})

export const Action = z.discriminatedUnion('kind', [
  SayAction,
  SetVarAction,
  z.strictObject({
    kind: z.literal(ActionKind.alarm),
    type: field(
      words('告警类型', 'Kind of alarm'),
      oneOf(AlarmType).check(z.refine((type) => type !== AlarmType.all)),
    ),
    moment: z.optional(field(words('告警时机', 'Moment'), oneOf(AlarmMoment))),
    text: field(words('告警内容', 'What it says'), line(200)),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.reply),
    template: field(words('弹幕', 'Danmu'), line(200)),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.cmd),
    command: field(words('命令', 'Command'), line(40)),
    args: z.array(Operand).check(z.maxLength(10)),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.play_asset),
    asset_id: asset,
    volume: field(words('音量', 'Volume'), z.int().check(z.gte(0), z.lte(100))),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.cut_in),
    asset_id: asset,
    position: field(words('位置', 'Position'), z.enum(['now', 'sentence', 'tail'])),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.scene),
    show: layers,
    hide: layers,
    /** Left out: none moves. */
    move: z.optional(field(words('移动', 'Moves'), z.array(LayerMove).check(z.maxLength(20)))),
    ms: field(words('持续时间', 'For'), z.int().check(z.gte(0), z.lte(600_000))),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.stop_live),
    mode: field(words('停播方式', 'How to stop'), oneOf(StopLive)),
    /** HH:MM; left out: at once. */
    at: z.optional(z.string().check(z.maxLength(20))),
    cap_min: z.optional(z.int().check(z.gte(1), z.lte(720))),
  }),
  z.strictObject({
    kind: z.literal(ActionKind.fans_task),
    act: field(words('任务', 'Task'), line(40)),
    count: field(nouns.count, z.int().check(z.gte(1), z.lte(20))),
  }),
])
export type Action = z.infer<typeof Action>
