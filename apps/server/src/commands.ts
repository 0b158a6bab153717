import { join } from 'node:path'
import { reconcile } from '#domains/income/reconcile.ts'
import { openDb } from '#platform/db/open.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'

/** What `main.js <name>` does instead of serving; answers the exit code. */
export type Command = (config: Config, print: (line: string) => void) => Promise<number>

const SHOWN = 20

export const commands: Readonly<Record<string, Command>> = {
  /** Beside a running server, too: it only reads. */
  async reconcile(config, print) {
    const db = openDb<Tables>({
      url: config.databaseUrl,
      file: join(config.dataDir, 'kaibo.db'),
      readonly: true,
    })
    const differences = await reconcile(db)
    await db.close()
    for (const { what, key, expected, actual } of differences.slice(0, SHOWN)) {
      print(`${what} ${key}：应为 ${expected}，实为 ${actual}`)
    }
    print(`对账完成：${differences.length} 处差异`)
    return differences.length === 0 ? 0 : 1
  },
}
