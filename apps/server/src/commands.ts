import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import { verifyChain, type Break } from '#domains/audit/audit.verify.ts'
import { removeDemo } from '#domains/demo/demo.remove.ts'
import { reconcile } from '#domains/income/reconcile.ts'
import { ask, controlsIn } from '#platform/control.ts'
import { openDb } from '#platform/db/open.ts'
import { instanceKey } from '#platform/instance-key.ts'
import { createSeal } from '#platform/seal.ts'
import { StartFault } from '#platform/start-fault.ts'
import type { Config } from './config.ts'
import { doctor } from './doctor.ts'
import { migrate } from './migrations/migrate.ts'
import type { Tables } from './migrations/tables.ts'

/** What `main.js <name>` does instead of serving; answers the exit code. */
export type Command = (config: Config, print: (line: string) => void) => Promise<number>

const SHOWN = 20
const HASH_SHOWN = 16
const fileOf = ({ dataDir }: Config) => join(dataDir, 'kaibo.db')

/** What servers that run say of it is looked at anew, too. */
async function checkAnew({ dataDir, port }: Config): Promise<void> {
  await Promise.all(controlsIn(dataDir, port).map((path) => ask(path, 'check')))
}

/** To look at, beside a running server, too. */
function openToRead(config: Config) {
  const file = fileOf(config)
  if (!config.databaseUrl && !existsSync(file)) throw new StartFault(`没有找到数据库：${file}`)
  return openDb<Tables>({ url: config.databaseUrl, file, readonly: true })
}

export const commands: Readonly<Record<string, Command>> = {
  async reconcile(config, print) {
    const db = openToRead(config)
    const differences = await reconcile(db)
    await db.close()
    await checkAnew(config)
    for (const { what, key, expected, actual } of differences.slice(0, SHOWN)) {
      print(`${what} ${key}：应为 ${expected}，实为 ${actual}`)
    }
    print(`对账完成：${differences.length} 处差异`)
    return differences.length === 0 ? 0 : 1
  },
  doctor,
  async 'audit:verify'(config, print) {
    const db = openToRead(config)
    const key = join(config.dataDir, 'secret.key')
    if (!existsSync(key)) throw new StartFault(`没有找到密钥文件：${key}`)
    const { rows, end, since, broken } = await verifyChain(db, createSeal(instanceKey(key)))
    await db.close()
    await checkAnew(config)
    if (broken) {
      print(`${broken.row ? nameOf(broken.row) : '操作记录'}：${broken.why}`)
      print(`操作记录核对中止：之前 ${rows} 条完好，至少 1 处异常`)
      return 1
    }
    print(`操作记录核对完成：${rows} 条，0 处异常`)
    if (rows > 0) print(`链尾：第 ${end.seq} 条 ${end.hash.slice(0, HASH_SHOWN)}`)
    if (since > 1) print(`链尾自第 ${since} 条起有印记，此前的截断无法察觉`)
    return 0
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

const nameOf = ({ seq, at, username, action }: NonNullable<Break['row']>) =>
  `第 ${seq} 条（${instantText(at)} ${username} ${action}）`
