import { expect, test } from 'vitest'
import { bzip2Of } from '@kaibo/testkit/bzip2.ts'
import { modelArchive } from '@kaibo/testkit/model-archive.ts'
import { tarOf, type TarEntry } from '@kaibo/testkit/tar.ts'
import { meloDouble } from '@kaibo/testkit/voice-double.ts'
import { modelFiles } from './archive.ts'
import { bunzip } from './bunzip.ts'

/** In pieces as odd as a disk hands them on. */
function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997)
}
const unpacked = (archive: Buffer) =>
  Object.fromEntries(
    Array.from(modelFiles(inPieces(archive)), ({ name, content }) => [
      name,
      Buffer.concat([...content]),
    ]),
  )
const packed = (entries: TarEntry[]) => bzip2Of(tarOf(entries))

test('a model comes out as it was packed, without its folder and what no voice reads', () => {
  const files = meloDouble()
  const found = unpacked(modelArchive(files, [{ name: 'vits-double/test.wav', bytes: 'x' }]))
  expect(Object.keys(found)).toEqual(Object.keys(files))
  for (const [name, bytes] of Object.entries(files))
    expect(found[name]?.equals(Buffer.from(bytes))).toBe(true)
})

test('runs, blocks and streams one after the other come out as they went in', () => {
  const letters = Buffer.from(Array.from({ length: 80_000 }, (_, at) => ((at * at) >> 5) % 251))
  const bytes = Buffer.concat([Buffer.alloc(2_000, 7), letters, Buffer.alloc(3)])
  const twice = Buffer.concat([bzip2Of(bytes), bzip2Of(letters)])
  const out = Buffer.concat([...bunzip(inPieces(twice))])
  expect(out.equals(Buffer.concat([bytes, letters]))).toBe(true)
})

test('what macOS puts beside each file is left in the archive', () => {
  const beside = ['vits-double/._model.onnx', '._vits-double'].map((name) => ({ name, bytes: 'x' }))
  expect(Object.keys(unpacked(modelArchive(meloDouble(), beside)))).toEqual(
    Object.keys(meloDouble()),
  )
})

test('names that are written in GBK are read, also where a letter of theirs ends as a backslash does', () => {
  // 模型誠
  const folder = Buffer.from('c4a3d0cd d55c'.replace(' ', ''), 'hex').toString('latin1')
  const entry = (name: string) => ({ name: `${folder}/${name}`, letters: 'latin1' as const })
  const files = unpacked(
    packed([
      { ...entry(''), type: '5' },
      { ...entry('tokens.txt'), bytes: 'x' },
    ]),
  )
  expect(Object.keys(files)).toEqual(['tokens.txt'])
  const climbing = { ...entry('..\\tokens.txt'), bytes: 'x' }
  expect(() => unpacked(packed([climbing]))).toThrow('climbs')
})

/** Of GNU and of pax, where a name has no room in the head. */
const long = (name: string): TarEntry[] => [
  { name: '././@LongLink', type: 'L', bytes: `${name}\0` },
  { name: 'short', bytes: 'x' },
]
const pax = (name: string): TarEntry[] => {
  const line = `000 path=${name}\n`
  return [
    { name: 'pax', type: 'x', bytes: line.replace('000', String(line.length)) },
    { name: 'short', bytes: 'x' },
  ]
}

test('long names are read', () => {
  const name = `espeak-ng-data/${'a'.repeat(120)}`
  expect(Object.keys(unpacked(packed(long(`m/${name}`))))).toEqual([name])
  expect(Object.keys(unpacked(packed(pax(`m/${name}`))))).toEqual([name])
})

test.each<[why: string, what: string, entries: TarEntry[]]>([
  ['climbs', 'a name above its folder', [{ name: '../tokens.txt' }]],
  ['climbs', 'a name that goes down and up', [{ name: 'm/../../tokens.txt' }]],
  ['climbs', 'a name from the root', [{ name: '/etc/tokens.txt' }]],
  ['climbs', 'a name as on Windows', [{ name: 'm/..\\tokens.txt' }]],
  ['climbs', 'a name on a drive', [{ name: 'm/C:tokens.txt' }]],
  ['climbs', 'a long name of GNU', long('m/espeak-ng-data/../../../x')],
  ['climbs', 'a name of pax', pax('../x')],
  ['link', 'a symbolic link', [{ name: 'm/tokens.txt', type: '2', to: '/etc/passwd' }]],
  ['link', 'a hard link', [{ name: 'm/tokens.txt', type: '1', to: 'm/other' }]],
  ['link', 'a pipe', [{ name: 'm/tokens.txt', type: '6' }]],
  ['link', 'a device of letters', [{ name: 'm/tokens.txt', type: '3' }]],
  ['link', 'a device of blocks', [{ name: 'm/tokens.txt', type: '4' }]],
  ['link', 'a file with holes', [{ name: 'm/tokens.txt', type: 'S', bytes: 'x' }]],
  ['twice', 'one name in two cases', [{ name: 'm/LICENSE' }, { name: 'm/license' }]],
  ['empty', 'a program alone', [{ name: 'm/program.exe', bytes: 'x' }]],
  ['empty', 'a file in no folder', [{ name: 'tokens.txt', bytes: 'x' }]],
  ['bytes', 'four gigabytes that it only announces', [{ name: 'm/x', announced: 2 ** 32 }]],
  ['folders', 'two models', [{ name: 'a/tokens.txt' }, { name: 'b/model.onnx' }]],
  ['damaged', 'a file shorter than it says', [{ name: 'm/tokens.txt', announced: 9_999 }]],
  ['entries', '2,001 of them', Array.from({ length: 2_001 }, (_, at) => ({ name: `m/${at}` }))],
])('%s: %s is refused', (why, _, entries) => {
  expect(() => unpacked(packed(entries))).toThrow(why)
})

test('an archive that is cut off or was changed is refused, wherever that is', () => {
  const archive = modelArchive()
  for (const at of [3, 40, 300, archive.length - 30]) {
    expect(() => unpacked(archive.subarray(0, at))).toThrow('damaged')
    const changed = Buffer.from(archive)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    expect(() => unpacked(changed)).toThrow(/damaged|climbs|link|empty/)
  }
  expect(() => unpacked(Buffer.from('no archive at all'))).toThrow('damaged')
})
