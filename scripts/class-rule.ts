// Class names of the console come from CSS modules: no two parts can mean different things by one name, and what a part
// looks like stands beside it. `npm run lint` applies it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filesIn, importsOf, wordsOf } from './imports.ts'

/** antd's own, which an icon that is not antd's needs to be set like one (menu-icon.tsx). */
const ALLOWED = new Set(['anticon'])
/** What every part may use of another folder's styles; for all else the kit has components. */
const SHARED = 'console/kit/text/'
/** Elements as they are everywhere, and the values of the theme: without classes. */
const PAGE_WIDE = ['./app/base.css', 'virtual:tokens.css']

/** Each file by its path from the root. */
export type Sources = ReadonlyMap<string, string>

/** What is wrong with the class names of the console's files, a sentence each. */
export function violations(sources: Sources): string[] {
  const sheets = new Map(
    [...sources]
      .filter(([file]) => file.endsWith('.css'))
      .map(([file, css]) => [
        wordsOf(file),
        { file, classes: classesOf(css), used: new Set<string>() },
      ]),
  )
  const found: string[] = []
  for (const [file, source] of sources) {
    if (file.endsWith('.css')) continue
    found.push(...textIn(source).map((name) => `${file}: the class '${name}' is of no CSS module`))
    for (const { specifier, target } of importsOf(wordsOf(file), source)) {
      if (!specifier.endsWith('.css')) continue
      const isModule = specifier.endsWith('.module.css')
      if (!target && !specifier.startsWith('virtual:')) continue
      if (!isModule) {
        if (!PAGE_WIDE.includes(specifier))
          found.push(`${file}: '${specifier}' is no CSS module, and so holds for every page`)
        continue
      }
      const sheet = sheets.get(target ?? '')
      if (!sheet) {
        found.push(`${file}: there is no '${specifier}'`)
        continue
      }
      if (!target?.startsWith(SHARED) && ownerOf(target ?? '') !== ownerOf(wordsOf(file)))
        found.push(`${file}: '${specifier}' is another part's; ask for a component of it`)
      for (const name of namesIn(source, specifier)) {
        if (name === undefined) for (const one of sheet.classes) sheet.used.add(one)
        else if (sheet.classes.has(name)) sheet.used.add(name)
        else found.push(`${file}: '${specifier}' has no class '${name}'`)
      }
    }
  }
  for (const { file, classes, used } of sheets.values()) {
    for (const name of classes) {
      if (!file.endsWith('.module.css'))
        found.push(`${file}: the class '${name}' holds for every page`)
      else if (!used.has(name)) found.push(`${file}: nothing uses the class '${name}'`)
    }
  }
  return found
}

/** `console/kit/list`, `console/domains/room`, `console/app`: who owns a file. */
const ownerOf = (words: string) =>
  words
    .split('/')
    .slice(0, words.startsWith('console/app') ? 2 : 3)
    .join('/')

/** The classes in a style sheet's selectors, those of antd (`:global`) left out. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))
}

/** What a file uses of a module; nothing for a name that is computed. */
function namesIn(source: string, specifier: string): (string | undefined)[] {
  const escaped = specifier.replaceAll('.', String.raw`\.`)
  const [, local] = new RegExp(`import (\\w+) from '${escaped}'`).exec(source) ?? []
  if (!local) return []
  const uses = source
    .replaceAll(/^import .*/gm, '')
    .matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\[)`, 'g'))
  return [...uses].map(([, name]) => name)
}

const ATTRIBUTE = /\bclassName=(?:"([^"]*)"|\{)/g
const PROPERTY = /\bclassName: ([^\n]*)|\.className = ([^\n]*)|\.classList\.\w+\(([^\n]*)/g

/** The class names that a file says itself. */
function textIn(source: string): string[] {
  const texts = [
    ...[...source.matchAll(ATTRIBUTE)].map(({ 0: all, 1: text, index }) =>
      text === undefined ? literalsIn(braced(source, index + all.length)) : [text],
    ),
    ...[...source.matchAll(PROPERTY)].map(([, ...parts]) => literalsIn(parts.join(''))),
  ].flat()
  return texts
    .flatMap((text) => text.split(/\s+/))
    .filter((name) => /\w/.test(name) && !ALLOWED.has(name))
}

/** What stands in braces, from after the first. */
function braced(source: string, from: number): string {
  let depth = 1
  let at = from
  while (depth > 0 && at < source.length) {
    if (source[at] === '{') depth++
    if (source[at] === '}') depth--
    at++
  }
  return source.slice(from, at - 1)
}

/** Strings that an expression may answer: those it compares with are none. */
function literalsIn(expression: string): string[] {
  const answered = expression.replaceAll(/[!=]== ('[^']*')/g, '')
  const plain = answered.replaceAll(/`[^`]*`/g, '')
  const templates = answered.match(/`[^`]*`/g) ?? []
  return [
    ...[...plain.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? ''),
    ...templates.flatMap((one) => [
      one.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, ' '),
      ...[...one.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, inner]) => literalsIn(inner ?? '')),
    ]),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = filesIn('apps/console/src').filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file),
  )
  const found = violations(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))
  for (const one of found) console.error(one)
  console.log(`class names of ${files.length} files: ${found.length} against the rule`)
  process.exitCode = found.length > 0 ? 1 : 0
}
