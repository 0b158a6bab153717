import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Lexicon } from '@kaibo/voice/lexicon.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { ResourceFiles } from './voice.resources.ts'
import * as store from './voice.resource.store.ts'

/** How a voice reads words. */
export interface Readings {
  /** By which it is known in the keys of clips; '' where words are read as they are. */
  hash: string
  lexicon: Lexicon
}

export const AS_WRITTEN: Readings = { hash: '', lexicon: [] }
/** A file is read once; of more the ones read first are read again. */
const MOST_KEPT = 64

/** The lexicons that were published to the servers of voices. */
export function createLexicons(
  { db }: Pick<Platform<Tables>, 'db'>,
  files: Pick<ResourceFiles, 'open'>,
) {
  const kept = new Map<string, Promise<Lexicon>>()

  function read({ sha256, upload_id }: store.Standing): Promise<Lexicon> {
    const known = kept.get(sha256)
    if (known) return known
    const lexicon = files.open(upload_id).then(linesOf)
    lexicon.catch(() => kept.delete(sha256))
    kept.set(sha256, lexicon)
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest)
    return lexicon
  }

  return {
    /** Of each of these voices that reads otherwise than is written. */
    async of(voice_ids: readonly string[]): Promise<ReadonlyMap<string, Readings>> {
      const standing = await store.lexiconsOf(db.query, voice_ids)
      const found = new Map<string, Readings>()
      for (const voice_id of new Set(standing.map((one) => one.voice_id))) {
        const own = standing.filter((one) => one.voice_id === voice_id)
        const hashes = [...new Set(own.map(({ sha256 }) => sha256))]
        const lexicons = await Promise.all(own.map(read))
        const hash = createHash('sha256').update(hashes.join('\n')).digest('hex')
        found.set(voice_id, { hash, lexicon: lexicons.flat() })
      }
      return found
    },
  }
}

export type Lexicons = ReturnType<typeof createLexicons>

/** Lines 词=读法, as they were looked into when they were sent. */
async function linesOf(file: Readable | undefined): Promise<Lexicon> {
  if (!file) return []
  const lines = (await text(file)).split('\n')
  return lines.flatMap((line) => {
    const at = line.indexOf('=')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : []
  })
}
