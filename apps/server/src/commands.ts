import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeDemo } from '#domains/demo/demo.remove.ts'
import { reconcile } from '#domains/income/reconcile.ts'
import { openDb } from '#platform/db/open.ts'
import { StartFault } from '#platform/start-fault.ts'
import type { Config } from './config.ts'
import { migrate } from './migrations/migrate.ts'
import type { Tables } from './migrations/tables.ts'

/** What `main.js <name>` does instead of serving; answers the exit code. */
export type Command = (config: Config, print: (line: string) => void) => Promise<number>

const SHOWN = 20
const fileOf = ({ dataDir }: Config) => join(dataDir, 'kaibo.db')

export const commands: Readonly<Record<string, Command>> = {
  /** Beside a running server, too: it only reads. */
  async reconcile(config, print) {
    const file = fileOf(config)
    if (!config.databaseUrl && !existsSync(file)) throw new StartFault(`没有找到数据库：${file}`)
    const db = openDb<Tables>({ url: config.databaseUrl, file, readonly: true })
    const differences = await reconcile(db)
    await db.close()
    for (const { what, key, expected, actual } of differences.slice(0, SHOWN)) {
      print(`${what} ${key}：应为 ${expected}，实为 ${actual}`)
    }
    print(`对账完成：${differences.length} 处差异`)
    return differences.length === 0 ? 0 : 1
  },
  /** On SQLite only while no server runs: its agent stands in what is removed. */
  async 'demo:remove'(config, print) {
    const db = openDb<Tables>({ url: config.databaseUrl, file: fileOf(config) })
    try {
      await migrate(db)
      const { rooms, runs, gift_events } = await removeDemo(db)
      print(`演示数据已删除：${rooms} 个直播间、${runs} 个场次、${gift_events} 条礼物记录`)
    } finally {
      await db.close()
    }
    return 0
  },
}
