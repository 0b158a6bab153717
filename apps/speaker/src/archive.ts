import { bunzip } from './bunzip.ts'
import { entriesOf } from './tar.ts'

/** Why an archive is not unpacked, as whoever asked for it has words for it. */
export type ArchiveWhy =
  | 'damaged'
  | 'climbs'
  | 'link'
  | 'entries'
  | 'bytes'
  | 'twice'
  | 'folders'
  | 'empty'

export class ArchiveFault extends Error {
  constructor(
    readonly why: ArchiveWhy,
    readonly file = '',
  ) {
    super(`${why} ${file}`)
  }
}

export const MAX_BYTES = 3 * 1_024 ** 3
export const MAX_ENTRIES = 2_000

/** What a voice reads or a person is to read; everything else is left in the archive, as what macOS puts beside each file (`._`). */
const KNOWN = [
  /^\w[\w.-]*\.onnx$/,
  /^(tokens|lexicon[\w-]*)\.txt$/,
  /^[\w-]+\.fst$/,
  /^voices\.bin$/,
  /^espeak-ng-data\/[\w /.+!-]+$/,
  /^(LICEN[CS]E|COPYING|NOTICE|README|MODEL_CARD)(\.(md|txt))?$/i,
]

export interface Unpacked {
  /** Below the model's folder, with slashes. */
  name: string
  content: Iterable<Uint8Array>
}

/**
 * The files of a model in a tar.bz2, without the folder that they are all in. Whatever is odd about the archive refuses all of it:
 * a name that climbs out of its folder, a link, more entries or bytes than any model has.
 */
export function* modelFiles(packed: Iterable<Uint8Array>): Generator<Unpacked> {
  const seen = new Set<string>()
  let [entries, announced] = [0, 0]
  let folder: string | undefined
  try {
    for (const { name, kind, bytes, content } of entriesOf(limited(bunzip(packed)))) {
      if (++entries > MAX_ENTRIES) throw new ArchiveFault('entries')
      // Before it is unpacked, which takes minutes
      if ((announced += bytes) > MAX_BYTES) throw new ArchiveFault('bytes')
      const [first = '', ...rest] = partsOf(name)
      const path = rest.join('/')
      if (kind === 'other') throw new ArchiveFault('link', name)
      if (kind === 'folder' || !KNOWN.some((known) => known.test(path))) continue
      if ((folder ??= first) !== first) throw new ArchiveFault('folders', name)
      // Also where disks do not tell capitals apart
      if (seen.has(path.toLowerCase())) throw new ArchiveFault('twice', name)
      seen.add(path.toLowerCase())
      yield { name: path, content: whole(content) }
    }
  } catch (error) {
    throw faultOf(error)
  }
  if (seen.size === 0) throw new ArchiveFault('empty')
}

/** Whoever writes the content hears of what is wrong with it in the same words. */
function* whole(content: Iterable<Uint8Array>): Generator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    throw faultOf(error)
  }
}

const faultOf = (error: unknown): unknown =>
  error instanceof ArchiveFault || isOfDisk(error) ? error : new ArchiveFault('damaged')

/** Counted where it comes out: an archive of some kilobytes may hold terabytes. */
function* limited(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let bytes = 0
  for (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new ArchiveFault('bytes')
    yield chunk
  }
}

/** Where it lies, the model's folder first. */
function partsOf(name: string): string[] {
  const parts = name.replace(/^(\.\/)+/, '').split('/')
  const climbs = parts.some((part) => part === '..' || /[\\:\p{C}]/u.test(part))
  if (climbs || name.startsWith('/')) throw new ArchiveFault('climbs', name)
  return parts
}

/** Of Node's own, as of a full disk. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'code' in error
