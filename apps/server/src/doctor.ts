import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDb } from '#platform/db/open.ts'
import { ask, controlsIn } from '#platform/control.ts'
import { codeOf } from '#platform/start-fault.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'
import type { Line } from './system-state.ts'

/** Asks the servers that run on this data folder how they are; where none does, looks at what one would need. */
export async function doctor(config: Config, print: (line: string) => void): Promise<number> {
  const answers = await Promise.all(
    controlsIn(config.dataDir, config.port).map((path) => ask(path, 'state')),
  )
  const running = answers.filter((answer): answer is Line[] => Array.isArray(answer))
  if (running.length === 0) print('没有正在运行的服务器，检查启动所需的：')
  const all = running.length > 0 ? running : [await needed(config)]
  for (const [index, lines] of all.entries()) {
    if (index > 0) print('')
    for (const { what, ok, said } of lines) print(`${ok ? '正常' : '注意'}  ${what}：${said}`)
  }
  const wrong = all.flat().filter(({ ok }) => !ok).length
  print(wrong === 0 ? '检查完成：一切正常' : `检查完成：${wrong} 处需要处理`)
  return wrong === 0 ? 0 : 1
}

async function needed(config: Config): Promise<Line[]> {
  const { dataDir, databaseUrl } = config
  const key = join(dataDir, 'secret.key')
  return [
    { what: 'Node.js', ok: true, said: process.version },
    isWritable(dataDir)
      ? { what: '数据目录', ok: true, said: dataDir }
      : { what: '数据目录', ok: false, said: `不可写，请检查 KAIBO_DATA_DIR：${dataDir}` },
    existsSync(key)
      ? { what: '密钥', ok: true, said: key }
      : {
          what: '密钥',
          ok: !databaseUrl,
          said: `还没有 ${key}：首次启动会生成；多台服务器须用同一个`,
        },
    databaseUrl
      ? await postgres(databaseUrl)
      : { what: '数据库', ok: true, said: `SQLite，${join(dataDir, 'kaibo.db')}` },
  ]
}

async function postgres(url: string): Promise<Line> {
  const db = openDb<Tables>({ url, file: '' })
  try {
    await sql`select 1`.execute(db.query)
    return { what: '数据库', ok: true, said: 'PostgreSQL 可以连接' }
  } catch (error) {
    return {
      what: '数据库',
      ok: false,
      said: `连接失败（${codeOf(error)}），请检查 DATABASE_URL`,
    }
  } finally {
    await db.close()
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
