import { WordScreen } from '@kaibo/rules/words/screen.ts'
import type { WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

/** Screens lines that people type, by the words of their rooms. What a person has to allow is allowed: a person typed it. */
export function createLineScreen({ db }: Pick<Platform<Tables>, 'db'>) {
  /** The last pack: an operator types several lines for one room. */
  let last: { hash: string; screen: WordScreen } | undefined

  async function screenOf(hash: string): Promise<WordScreen | undefined> {
    if (last?.hash === hash) return last.screen
    const pack = db.query.selectFrom('pack').select('body').where('hash', '=', hash)
    const found = await pack.executeTakeFirst()
    if (!found) return undefined
    last = { hash, screen: new WordScreen(JSON.parse(found.body) as WordPack) }
    return last.screen
  }

  return async (hash: string | null, line: string) => {
    const screened = hash === null ? undefined : (await screenOf(hash))?.screen(line)
    const { text, hits } = screened ?? { text: line, hits: [] }
    return { text, forbidden: hits.find(({ level }) => level === 'block')?.word ?? null }
  }
}
