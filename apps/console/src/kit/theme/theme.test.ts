import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { labels, measures, palettes, tokensCss, type Palette, type ThemeName } from './theme.ts'

const grounds = ['surface', 'panel', 'raised'] as const
const words: (keyof Palette)[] = [
  'text',
  'textSoft',
  'textFaint',
  'brand',
  'starting',
  'attention',
  'failed',
  'healthy',
  'idle',
]

const cases = Object.keys(palettes).flatMap((theme) =>
  words.flatMap((word) => grounds.map((ground) => ({ theme: theme as ThemeName, word, ground }))),
)

test.each(cases)('$theme: $word has enough contrast on $ground', ({ theme, word, ground }) => {
  expect(contrast(palettes[theme][word], palettes[theme][ground])).toBeGreaterThanOrEqual(4.5)
})

test.each(Object.values(palettes))('the primary button reads, and inputs have an edge', (one) => {
  expect(contrast(one.onBrand, one.brand)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(one.lineStrong, one.panel)).toBeGreaterThanOrEqual(3)
  // A dot or a badge; its word stands beside it or on it.
  for (const ground of grounds) expect(contrast(one.onAir, one[ground])).toBeGreaterThanOrEqual(3)
})

test('both themes declare the same colours', () => {
  expect(Object.keys(palettes.dark)).toEqual(Object.keys(palettes.light))
  expect(tokensCss()).toContain('--on-air: #e03131;')
  expect(tokensCss()).toContain('--line-height: 1.6;')
  expect(tokensCss()).toContain('--header-height: 48px;')
})

/** WCAG 2.2's ratio of two `#rrggbb` colours. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each([labels.solidOnAir, labels.solidStarting, labels.solidAttention])(
  'a label of %s has enough contrast over a picture',
  (colour) => {
    expect(contrast(labels.white, colour)).toBeGreaterThanOrEqual(4.5)
  },
)

const SRC = fileURLToPath(new URL('../../', import.meta.url))
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
)

test.each(sheets)('%s uses only the break points of the tokens', (name) => {
  const text = readFileSync(SRC + name, 'utf8')
  const { wide, phone, narrow, tight } = measures
  const allowed = [wide, phone, narrow, tight].flatMap((px) => [
    `(width < ${px}px)`,
    `(width >= ${px}px)`,
  ])
  const asked = [...text.matchAll(/@media ([^{]*width[^{]*?) *\{/g)].map(([, query]) => query)
  expect(asked.filter((query) => !allowed.includes(String(query)))).toEqual([])
})

test.each(sheets)('%s repeats no value that is a token', (name) => {
  const text = readFileSync(SRC + name, 'utf8')
  expect(text).not.toMatch(/font-size: 1[24]px|border-radius: [68]px|ui-monospace/)
})
