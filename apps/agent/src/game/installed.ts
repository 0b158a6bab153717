import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { jsonIn } from '#json/parse.ts'
import { isRecord } from '#json/record.ts'
import { contentTypeOf } from '#local/content-type.ts'

const MOST = 200
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
const MAX_FILE = 50 * 1_048_576

/** The games in the folder of games, and their versions. */
export async function gamesIn(
  folder: string | undefined,
): Promise<{ package: string; version: string }[]> {
  if (folder === undefined) return []
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
  const found = names.slice(0, MOST).map(async (name) => {
    const text = await readFile(join(folder, name, 'kaibo-game.json'), 'utf8').catch(() => '')
    const about = jsonIn(text)
    const version = isRecord(about) ? about['version'] : undefined
    return { package: name, version: typeof version === 'string' ? version.slice(0, 32) : '' }
  })
  return Promise.all(found)
}

/** A file of an installed page; nothing outside its folder, hidden, or of a kind that no page has. */
export async function pageFile(folder: string, sent: string): Promise<Buffer | undefined> {
  const path = decoded(sent)
  if (path === undefined) return undefined
  const whole = resolve(folder, path)
  const isHidden = path.split('/').some((piece) => piece.startsWith('.'))
  if (isHidden || !whole.startsWith(resolve(folder) + sep) || !contentTypeOf(whole))
    return undefined
  const found = await stat(whole).catch(() => undefined)
  return found?.isFile() && found.size <= MAX_FILE ? readFile(whole) : undefined
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
