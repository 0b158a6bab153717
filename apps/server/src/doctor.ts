import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { openDb } from '#platform/db/open.ts'
import { ask, controlsIn } from '#platform/control.ts'
import { codeOf } from '#platform/start-fault.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'
import { fact, line, printed, type Line, type Part } from '#domains/system/system.line.ts'

/** Asks the servers that run on this data folder how they are; where none does, looks at what one would need. */
export async function doctor(config: Config, print: (line: string) => void): Promise<number> {
  const answers = await Promise.all(
    controlsIn(config.dataDir, config.port).map((path) => ask(path, 'state')),
  )
  const running = answers.filter((answer): answer is Part[] => Array.isArray(answer))
  if (running.length === 0) print('没有正在运行的服务器，检查启动所需的：')
  const all =
    running.length > 0
      ? running.map((parts) => parts.flatMap(({ lines }) => lines))
      : [await needed(config)]
  for (const [index, lines] of all.entries()) {
    if (index > 0) print('')
    lines.forEach((one) => print(printed(one)))
  }
  const wrong = all.flat().filter(({ ok }) => !ok).length
  print(wrong === 0 ? '检查完成：一切正常' : `检查完成：${wrong} 处需要处理`)
  return wrong === 0 ? 0 : 1
}

async function needed({ dataDir, databaseUrl }: Config): Promise<Line[]> {
  const key = join(dataDir, 'secret.key')
  return [
    line('node', asIs('Node.js'), [], [fact(words('版本', 'version'), process.version)]),
    line(
      'data',
      words('数据目录', 'Data folder'),
      isWritable(dataDir) ? [] : [READ_ONLY],
      place(dataDir),
    ),
    line('key', words('密钥', 'Key'), existsSync(key) || !databaseUrl ? [] : [NO_KEY], place(key)),
    databaseUrl
      ? await postgres(databaseUrl)
      : line('database', DATABASE, [], place(join(dataDir, 'kaibo.db'))),
  ]
}

const place = (path: string) => [fact(words('位置', 'place'), path)]

const DATABASE = words('数据库', 'Database')
const READ_ONLY = words(
  '不可写，请检查KAIBO_DATA_DIR',
  'It cannot be written to; look at KAIBO_DATA_DIR',
)
const NO_KEY = words(
  '还没有，首次启动会生成；多台服务器须用同一个',
  'There is none yet, the first start makes it; all servers need the same',
)

async function postgres(url: string): Promise<Line> {
  const db = openDb<Tables>({ url, file: '' })
  try {
    await sql`select 1`.execute(db.query)
    return line('database', DATABASE, [], [fact(words('种类', 'kind'), 'PostgreSQL')])
  } catch (error) {
    const code = codeOf(error)
    return line('database', DATABASE, [
      words(
        `连接失败（${code}），请检查DATABASE_URL`,
        `No connection (${code}); look at DATABASE_URL`,
      ),
    ])
  } finally {
    await db.close()
  }
}

/** Also of a folder that the first start makes. */
function isWritable(path: string): boolean {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
