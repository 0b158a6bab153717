import * as z from 'zod/mini'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { Operand } from '../talk/operand.schema.ts'

/* How a game is begun and what reaches it: the same for the operator who writes it and for the PC that runs it. */

export const LaunchKind = enumeration({
  builtin: ['builtin', '内置', 'Built in'],
  page: ['page', '网页', 'Web page'],
  process: ['process', '程序', 'Program'],
  manual: ['manual', '手动启动', 'Started by hand'],
})
export type LaunchKind = ValueOf<typeof LaunchKind>

/** A folder below the PC's folder of games, so never a path. */
const folder = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,63}$/))
const commandName = field(
  words('命令', 'Command'),
  z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)),
)
const args = field(words('参数', 'Arguments'), z.array(Operand).check(z.maxLength(10)))

export const Launch = z.strictObject({
  kind: field(words('启动方式', 'How it starts'), oneOf(LaunchKind)),
  /** Of `builtin` its key, of `page` and `process` its folder. */
  package: z.optional(field(words('游戏包', 'Package'), folder)),
  /** Told to the operator who starts it by hand; looked for on the PC. */
  process_name: z.optional(line(words('进程名', 'Process'), 100)),
})
export type Launch = z.infer<typeof Launch>

export const Camp = z.strictObject({
  id: field(words('阵营编号', 'Camp’s id'), z.string().check(z.regex(/^[a-z0-9_]{1,20}$/))),
  name: line(words('阵营名称', 'Camp'), 20),
  colour: field(words('颜色', 'Colour'), z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
})
export type Camp = z.infer<typeof Camp>

export const GameCommand = z.strictObject({
  name: commandName,
  label: line(words('命令名称', 'Name of the command'), 30),
  /** What its arguments are called, in order. */
  args: field(
    words('参数名称', 'Names of the arguments'),
    z.array(line(words('参数名称', 'Name of the argument'), 20)).check(z.maxLength(10)),
  ),
})
export type GameCommand = z.infer<typeof GameCommand>

const said = line(words('玩法说明', 'What it does'), 30)

/** A gift of this id or name becomes a command. */
export const GiftMap = z.strictObject({
  gift: line(words('礼物', 'Gift'), 40),
  command: commandName,
  args,
  text: said,
})
export type GiftMap = z.infer<typeof GiftMap>

/** A danmu that contains the word becomes a command: the longest word wins. */
export const KeywordMap = z.strictObject({
  word: line(words('关键词', 'Keyword'), 10),
  command: commandName,
  args,
  text: said,
})
export type KeywordMap = z.infer<typeof KeywordMap>

/** What a room's PC needs of its game: part of the bundle. Maps count from the next round. */
export const GamePart = z.strictObject({
  game_id: z.string().check(z.maxLength(40)),
  name: z.string().check(z.maxLength(30)),
  launch: Launch,
  camps: z.array(Camp).check(z.maxLength(8)),
  round_max_min: z.int().check(z.gte(1), z.lte(120)),
  commands: z.array(GameCommand).check(z.maxLength(30)),
  gift_map: z.array(GiftMap).check(z.maxLength(8)),
  keyword_map: z.array(KeywordMap).check(z.maxLength(10)),
  /** In which status an event counts; one that is not named counts in all. */
  statuses: z
    .array(
      z.strictObject({
        key: z.string().check(z.maxLength(45)),
        only_in: z.array(z.enum(['idle', 'playing', 'settling'])),
        sets: z.optional(z.enum(['idle', 'playing', 'settling'])),
      }),
    )
    .check(z.maxLength(150)),
})
export type GamePart = z.infer<typeof GamePart>
