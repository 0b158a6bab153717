import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { field, says } from '../kernel/field.ts'
import { fen } from '../kernel/money.ts'
import { idOf, maybeLine } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words, type Words } from '../kernel/words.ts'
import { isStorable } from '../live/event.ts'

/* Important viewers of a room, whom its rules know: `ev.user.important`, `ev.user.greet`. */

export const MAX_IMPORTANT = 500

export const ImportantViewer = z.object({
  /** The platform's number of the viewer. */
  open_id: field(
    nouns.userId,
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(128),
        z.refine(
          isStorable,
          says('{label}含有无法存储的字符', '{label} holds characters that cannot be stored'),
        ),
      ),
  ),
  nickname: maybeLine(nouns.nickname, 100),
  note: maybeLine(nouns.note, 100),
  level: field(words('重要程度', 'Importance'), z.int().check(z.gte(1), z.lte(3))),
  /** What rules may say to welcome them. */
  greet: maybeLine(words('欢迎语', 'Welcome'), 100),
})
export type ImportantViewer = z.infer<typeof ImportantViewer>

const room_code = idOf(nouns.room)
export const ConsumerQuery = z.object({ room_code })
export const ConsumerSave = z.object({
  room_code,
  version,
  list: field(
    words('重要观众', 'Important viewers'),
    z.array(ImportantViewer).check(z.maxLength(MAX_IMPORTANT)),
  ),
})

export const Consumers = z.object({
  version: z.int(),
  list: z.array(
    z.extend(ImportantViewer, {
      /** What they gave in this room, and when last. */
      spend_fen: field(words('消费', 'Spent'), fen()),
      last_at: field(words('最近送礼', 'Last gift'), z.nullable(z.int())),
    }),
  ),
})
export type Consumers = z.infer<typeof Consumers>

/** A viewer that is there twice, at the field of each. */
export function doubleViewers(list: readonly ImportantViewer[]): Record<string, Words> {
  const first = new Map<string, number>()
  const wrong: Record<string, Words> = {}
  for (const [row, { open_id }] of list.entries()) {
    const before = first.get(open_id)
    if (before === undefined) first.set(open_id, row)
    else
      for (const place of [before, row])
        wrong[`list.${place}.open_id`] = words('这位观众重复了', 'This viewer is there twice')
  }
  return wrong
}
