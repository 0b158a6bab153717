// How many lines a domain takes in the contract, on the server, in the console and in its tests: `npx tsx
// scripts/domain-size.ts commission org`, or of all without a name.
import { readFileSync } from 'node:fs'
import { filesIn } from './imports.ts'

const PLACES = {
  contract: /^packages\/contract\/src\/([\w-]+)\//,
  server: /^apps\/server\/src\/domains\/([\w-]+)\//,
  console: /^apps\/console\/src\/domains\/([\w-]+)\//,
  tests: /^e2e\/([\w-]+)\.e2e\.ts$/,
}
type Place = keyof typeof PLACES

const NAMES = Object.keys(PLACES) as Place[]
const IS_TEST = /\.(test|samples|fixture|fixture\.child)\.tsx?$/

const sizes = new Map<string, Record<Place, number>>()
for (const file of ['packages', 'apps', 'e2e'].flatMap(filesIn)) {
  const place = NAMES.find((name) => PLACES[name].test(file))
  if (!place || !/\.tsx?$/.test(file)) continue
  const domain = PLACES[place].exec(file)?.[1] ?? ''
  const size = sizes.get(domain) ?? { contract: 0, server: 0, console: 0, tests: 0 }
  size[IS_TEST.test(file) ? 'tests' : place] += readFileSync(file, 'utf8').split('\n').length - 1
  sizes.set(domain, size)
}

const asked = process.argv.slice(2)
const line = (cells: readonly (string | number)[]) =>
  cells.map((cell, i) => (i === 0 ? String(cell).padEnd(14) : String(cell).padStart(9))).join('')
console.log(line(['lines', ...NAMES, 'together']))
for (const [domain, size] of [...sizes].sort(([a], [b]) => a.localeCompare(b))) {
  const counts = NAMES.map((name) => size[name])
  const together = counts.reduce((sum, count) => sum + count, 0)
  if (asked.length === 0 ? size.server > 0 : asked.includes(domain))
    console.log(line([domain, ...counts, together]))
}
