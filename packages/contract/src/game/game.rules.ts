import { words, type Words } from '../kernel/words.ts'
import type { Camp, GameCommand, GiftMap, KeywordMap } from './game.schema.ts'

interface Parts {
  camps: readonly Camp[]
  commands: readonly GameCommand[]
  gift_map: readonly GiftMap[]
  keyword_map: readonly KeywordMap[]
}

/** What is wrong with a game as a whole, by the path of each field. */
export function wrongIn({ camps, commands, gift_map, keyword_map }: Parts): Record<string, Words> {
  const wrong: Record<string, Words> = {}
  if (camps.length === 1)
    wrong['camps'] = words('阵营要么没有，要么至少2个', 'There are no camps, or at least two')
  Object.assign(
    wrong,
    twice('camps', 'id', camps, ({ id }) => id),
    twice('camps', 'name', camps, ({ name }) => name),
    twice('commands', 'name', commands, ({ name }) => name),
    twice('gift_map', 'gift', gift_map, ({ gift }) => gift),
    twice('keyword_map', 'word', keyword_map, ({ word }) => word.toLowerCase()),
  )
  for (const part of ['gift_map', 'keyword_map'] as const) {
    const rows = part === 'gift_map' ? gift_map : keyword_map
    for (const [row, { command, args }] of rows.entries()) {
      const known = commands.find(({ name }) => name === command)
      if (!known)
        wrong[`${part}.${row}.command`] = words(
          `没有命令「${command}」，请先在命令里添加`,
          `There is no command “${command}”; add it to the commands first`,
        )
      else if (known.args.length !== args.length)
        wrong[`${part}.${row}.args`] = words(
          `命令「${known.label}」要${known.args.length}个参数，填了${args.length}个`,
          `The command “${known.label}” takes ${known.args.length} arguments, not ${args.length}`,
        )
    }
  }
  return wrong
}

function twice<Row>(
  part: string,
  field: string,
  rows: readonly Row[],
  of: (row: Row) => string,
): Record<string, Words> {
  const seen = new Set<string>()
  const wrong: Record<string, Words> = {}
  for (const [row, value] of rows.map(of).entries()) {
    if (seen.has(value))
      wrong[`${part}.${row}.${field}`] = words(`「${value}」重复了`, `“${value}” is there twice`)
    seen.add(value)
  }
  return wrong
}

/** Words that hold another: whoever says the longer one does not get what the shorter one does. */
export const wordsInWords = (
  keyword_map: readonly Pick<KeywordMap, 'word'>[],
): { long: string; short: string }[] =>
  keyword_map.flatMap(({ word: long }) =>
    keyword_map
      .filter(({ word }) => word !== '' && word !== long && long.includes(word))
      .map(({ word: short }) => ({ long, short })),
  )
