import * as z from 'zod/mini'
import { DataType, VarCalcType, VarType } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { stamped } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { varKey, VarHow } from '../talk/variable.schema.ts'
import { scalar } from './event.schema.ts'
import { game_id } from './game.rows.schema.ts'

/* The variables of a game as people list and edit them. */

const var_id = idOf(words('变量', 'Variable'))

const draft = {
  key: varKey,
  name: line(nouns.name, 30),
  data_type: field(words('数据类型', 'Type'), oneOf(DataType)),
  how: field(words('取值方式', 'How it gets its value'), VarHow),
}

export const VarAdd = z.object({ game_id, ...draft })
export type VarAdd = z.infer<typeof VarAdd>

/** What is left out stays as it is. */
export const VarUpdate = z.object({ var_id, version, ...z.partial(z.object(draft)).shape })
export type VarUpdate = z.infer<typeof VarUpdate>

export const VarRef = z.object({ var_id })

export const VarRow = z.object({
  var_id: z.string(),
  game: field(nouns.game, z.object({ id: z.string(), name: z.string() })),
  ...draft,
  var_type: field(words('变量类型', 'Kind'), oneOf(VarType)),
  calc: field(words('取值方式', 'How it gets its value'), oneOf(VarCalcType)),
  /** Rules and variables that use it. */
  references: field(words('使用它的规则', 'Rules that use it'), z.int()),
  /** In the room that was asked for; null where its PC does not say. */
  value: field(words('现在的值', 'Present value'), z.nullable(scalar)),
  ...stamped,
})
export type VarRow = z.infer<typeof VarRow>

export const VarQuery = listQuery(['created_at', 'key', 'name'], {
  game_id: z.optional(game_id),
  calc: z.optional(field(words('取值方式', 'How it gets its value'), oneOf(VarCalcType))),
  var_id: z.optional(var_id),
  /** Shows the values in this room. */
  room_code: z.optional(idOf(nouns.room)),
})

/** Asks what the variable would be, saved or not. Writes nothing. */
export const VarTry = z.object({
  game_id,
  ...draft,
  /** Of the variables and event fields that it is computed of. */
  values: field(words('变量的值', 'Values'), z.record(z.string().check(z.maxLength(64)), scalar)),
})
export const VarTried = z.object({
  value: z.nullable(scalar),
  /** Why there is no value. */
  why: z.nullable(z.string()),
  /** What it is computed of. */
  reads: z.array(z.object({ key: z.string(), name: z.string(), data_type: oneOf(DataType) })),
})
