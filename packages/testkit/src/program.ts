import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** As far below the other apps as a built program is, which finds them from where it lies. */
const FOLDERS = join(root, 'apps/.cache')

/**
 * A program of ours, and those beside it that it or its starter starts, for the tests of a file to start, bundled as the build does it. Started from its source it would be
 * compiled at every start, which takes several times as long as starting.
 */
export function programOf(source: URL, ...beside: string[]): { readonly file: string } {
  let folder: string
  beforeAll(async () => {
    mkdirSync(FOLDERS, { recursive: true })
    folder = mkdtempSync(join(FOLDERS, 'program-'))
    const sources = [source, ...beside.map((name) => new URL(name, source))]
    const bundle = ['scripts/bundle.mjs', folder, ...sources.map((one) => fileURLToPath(one))]
    await promisify(execFile)(process.execPath, bundle, { cwd: root })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    get file() {
      return join(folder, `${basename(source.pathname, '.ts')}.js`)
    },
  }
}
