import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { filesIn } from './imports.ts'

interface Node {
  type: string
  [key: string]: unknown
}

const HAN = /[\p{Script=Han}（），：；、「」]/u
const SAYING = new Set(['words', 'says'])

/** The calls of a file that say something in both languages, each as the source of its two arguments. */
function sayings(file: string): [zh: string, en: string][] {
  const code = readFileSync(file, 'utf8')
  const found: [string, string][] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given } = node as Node
    if (type === 'CallExpression' && SAYING.has((callee as { name?: string }).name ?? '')) {
      const [zh, en] = (given as { start: number; end: number }[]).map(({ start, end }) =>
        code.slice(start, end),
      )
      if (zh !== undefined && en !== undefined) found.push([zh, en])
    }
    Object.values(node).forEach(look)
  }
  look(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

const said = ['packages/contract', 'apps']
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
  .flatMap(sayings)

test('what is said in English holds no Chinese word or mark', () => {
  expect(said.length).toBeGreaterThan(300)
  expect(said.filter(([, en]) => HAN.test(en.replaceAll(/\$\{[^}]*\}/g, '')))).toEqual([])
})

/** A field's name in the message of a check. */
const gapsOf = (text: string) => (text.match(/\{label\}/g) ?? []).length

test('either language names the field where the other does', () => {
  expect(said.filter(([zh, en]) => gapsOf(zh) !== gapsOf(en))).toEqual([])
})
