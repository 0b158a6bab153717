// Writes the tables by which words are looked for: npx tsx scripts/word-tables.ts
// Afterwards the product needs neither library: the agent runs by what stands in packages/rules.
import { writeFile } from 'node:fs/promises'
import { Converter } from 'opencc-js'
import { pinyin } from 'pinyin-pro'

const [FIRST, LAST] = [0x3400, 0x9fff]
const folder = 'packages/rules/src/words/tables'

const characters = Array.from({ length: LAST - FIRST + 1 }, (_, at) =>
  String.fromCharCode(FIRST + at),
)

const simplify = Converter({ from: 't', to: 'cn' })
const pairs = characters
  .map((letter) => [letter, simplify(letter)] as const)
  .filter(([letter, simple]) => simple !== letter && simple.length === 1)

/** In the order of how usual they are. */
const readingsOf = (letter: string): string[] => {
  const found = pinyin(letter, { type: 'array', toneType: 'none', v: true, multiple: true })
  return [...new Set(found)].filter((one) => /^[a-z]{1,6}$/.test(one))
}

/** `a阿啊 ai爱哀`: characters by how they are read. */
function bySound(readings: readonly (readonly [string, string])[]): string {
  const groups = new Map<string, string>()
  for (const [sound, letter] of readings) groups.set(sound, (groups.get(sound) ?? '') + letter)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sound, letters]) => sound + letters)
    .join(' ')
}

const isSimple = new Set(pairs.map(([letter]) => letter))
const read = characters
  .filter((letter) => !isSimple.has(letter))
  .map((letter) => ({ letter, readings: readingsOf(letter) }))
const usual = read.flatMap(({ letter, readings: [first] }) =>
  first === undefined ? [] : [[first, letter] as const],
)
const others = read.flatMap(({ letter, readings }) =>
  readings.slice(1).map((sound) => [sound, letter] as const),
)

const made = '// Made by scripts/word-tables.ts; not to be edited.'
const constant = (name: string, value: string) => `export const ${name} =\n  '${value}'\n`

await writeFile(
  `${folder}/traditional.ts`,
  [
    `${made} opencc-js: each character of the first line is that of the second in simplified writing.`,
    constant('TRADITIONAL', pairs.map(([letter]) => letter).join('')),
    constant('SIMPLIFIED', pairs.map(([, simple]) => simple).join('')),
  ].join('\n'),
)
await writeFile(
  `${folder}/sounds.ts`,
  [
    `${made} pinyin-pro: characters by their toneless syllable, how they are usually read, and how else.`,
    constant('USUAL', bySound(usual)),
    constant('OTHERS', bySound(others)),
  ].join('\n'),
)
console.log(`${pairs.length} traditional, ${usual.length} read, ${others.length} other readings`)
