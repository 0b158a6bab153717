// The program that speaks, as an archive of its own: with its sources and licences, to be unpacked beside the agent. GPL-3.0-or-later.
import * as fs from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'

const ENGINE = 'node_modules/@echogarden/espeak-ng-emscripten'
const BLOCK = 512

/**
 * What is started of it: each speaks in its own way, and one unpacks models for them.
 * @param {string} app
 */
export const speakerPrograms = (app) =>
  ['main', 'natural', 'unpack'].map((name) => `${app}/src/${name}.ts`)

/**
 * Writes `file` from the built program; the same files make the same archive. Nothing where the voice was left out of the
 * installation.
 * @param {string} app the speaker's workspace, built
 * @param {string} file
 */
export function archiveSpeaker(app, file) {
  if (!fs.existsSync(ENGINE)) return
  /** @type {[name: string, path: string][]} */
  const files = [
    ...['LICENSE', 'README.md', 'package.json'].map(own(app, '')),
    ...filesIn(join(app, 'dist'), /\.js$/).map(own(join(app, 'dist'), '')),
    ...filesIn(join(app, 'src')).map(own(join(app, 'src'), 'src/')),
    ...filesIn(ENGINE).map(own(ENGINE, `${ENGINE}/`)),
  ]
  const blocks = files.flatMap(([name, path]) =>
    entryOf(`kaibo-speaker/${name}`, fs.readFileSync(path)),
  )
  fs.writeFileSync(
    file,
    gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 }),
  )
}

/** @param {string} folder @param {RegExp} [named] */
const filesIn = (folder, named = /./) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && named.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()

/** @param {string} folder @param {string} below @returns {(name: string) => [string, string]} */
const own = (folder, below) => (name) => [below + name, join(folder, name)]

/** @param {string} name @param {Buffer} bytes a file as tar has it (POSIX ustar) */
function entryOf(name, bytes) {
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0)
  head.write(octal(0o644, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(bytes.length, 12), 124)
  head.write(octal(0, 12), 136)
  head.write(' '.repeat(8), 148)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  head.write(
    `${octal(
      head.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  )
  return [head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}

/** @param {number} value @param {number} length */
const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`
