// 20,000 words in lines as they are said in live rooms: our screen, which folds and maps back, beside mint-filter, which does not.
import { FORBIDDEN, INNOCENT } from '@kaibo/rules/words/innocent.fixture.ts'
import { WordScreen } from '@kaibo/rules/words/screen.ts'
import { soundsUnasked } from '@kaibo/rules/words/word-rows.ts'
import { Mint } from 'mint-filter'

const WORDS = 20_000
const ROUNDS = 9
const TARGET = 2

/** The same numbers in every run. */
let seed = 7
const draw = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return Math.floor((seed / 0x1_0000_0000) * below)
}
const han = (): string => String.fromCharCode(0x4e00 + draw(6_000))
const word = (): string => Array.from({ length: 2 + draw(4) }, han).join('')

const words = [...new Set([...FORBIDDEN, ...Array.from({ length: WORDS * 2 }, word)])].slice(
  0,
  WORDS,
)
const lines = INNOCENT.flatMap((line) => [line, line + han() + han()])
const long = Array.from({ length: 10 }, (_, at) =>
  lines
    .slice(at * 40, at * 40 + 40)
    .join('，')
    .slice(0, 1_000),
)

const timed = <T>(work: () => T): [T, number] => {
  const from = performance.now()
  const made = work()
  return [made, performance.now() - from]
}

const pack = {
  format: 1 as const,
  allow: [],
  words: words.map((one) => {
    const forbidden = { word: one, level: 'block' as const }
    return soundsUnasked(forbidden) ? { ...forbidden, sound: true as const } : forbidden
  }),
}
new WordScreen({ ...pack, words: pack.words.slice(0, 10) }).screen('热身')
const [ours, oursBuilt] = timed(() => new WordScreen(pack))
const [mint, mintBuilt] = timed(() => new Mint(words))

for (const one of words.slice(0, 500)) {
  if (ours.screen(`说${one}`).verdict !== 'block') throw new Error(`ours does not find ${one}`)
  if (mint.verify(`说${one}`)) throw new Error(`mint-filter does not find ${one}`)
}

const letters = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)

/** The best of some rounds, in characters a second; both take turns, so that neither has the quieter machine. */
function compare(texts: readonly string[], times: number) {
  let [best, other] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const [, a] = timed(() => {
      for (let n = 0; n < times; n++) for (const text of texts) ours.screen(text)
    })
    const [, b] = timed(() => {
      for (let n = 0; n < times; n++)
        for (const text of texts) mint.filter(text, { replace: false })
    })
    best = Math.max(best, (letters(texts) * times) / a)
    other = Math.max(other, (letters(texts) * times) / b)
  }
  return { ours: best, mint: other, times: best / other }
}

const shown = (perMs: number) => `${(perMs / 1_000).toFixed(2)} M characters/s`
const short = compare(lines, 20)
const longer = compare(long, 20)
const bySound = pack.words.filter((one) => 'sound' in one).length
console.log(
  `${words.length} words, ${bySound} also by their sound; built in ${oursBuilt.toFixed(0)} ms (mint-filter ${mintBuilt.toFixed(0)} ms)`,
)
for (const [name, one] of [
  ['lines of a room', short],
  ['1,000 characters', longer],
] as const)
  console.log(
    `${name}: ours ${shown(one.ours)}, mint-filter ${shown(one.mint)}: ${one.times.toFixed(1)}×`,
  )
if (Math.min(short.times, longer.times) < TARGET) {
  console.error(`below ${TARGET}× mint-filter`)
  process.exitCode = 1
}
