import { randomUUID } from 'node:crypto'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loginOver } from '@kaibo/testkit/client.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { openDb } from '#platform/db/open.ts'

const START_MS = 60_000

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-main-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const program = programOf(new URL('./main.ts', import.meta.url))
const command = () => [process.execPath, program.file]
/** Runs what follows with a disk of its own at `KAIBO_DATA_DIR`, that holds 64 KB. */
const ON_A_SMALL_DISK = [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size=64k none "$KAIBO_DATA_DIR" && exec "$@"',
  'sh',
]

const PASSWORD = /初始密码（只显示这一次）：(\S+)/

/** The program as a person starts it, with what it printed. */
const start = (settings: Record<string, string> = {}, ...args: string[]) =>
  run([...command(), ...args], settings)

function run([command = '', ...args]: string[], settings: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: import.meta.dirname,
    env: {
      PATH: process.env['PATH'],
      KAIBO_DATA_DIR: join(folder, 'data'),
      KAIBO_PORT: '0',
      KAIBO_DEMO: '0',
      ...settings,
    },
  })
  children.push(child)
  let [printed, complained] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code, printed, complained }))
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /开播已启动：(\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`ended early: ${printed}${complained}`)))
  })
  url.catch(() => {})
  return { child, url, ended, output: () => printed, log: () => complained }
}

/** `script` is of util-linux; others have one that takes other words. */
const hasPseudoTerminal = () => spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

/** Not everybody may mount: not in every container, and not on every system. */
function hasSmallDisk(): boolean {
  const [command = '', ...args] = ON_A_SMALL_DISK
  const env = { ...process.env, KAIBO_DATA_DIR: tmpdir() }
  return spawnSync(command, [...args, 'true'], { env }).status === 0
}

if (process.env['KAIBO_TEST_DB'] === 'pg') describe('on PostgreSQL', onPostgres)
else describe('on SQLite', onSqlite)

function onPostgres() {
  test(
    'the first start makes an administrator, and a second server joins',
    async () => {
      const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
      const admin = openDb<object>({ url: url.href, file: '' })
      url.pathname = `main_${randomUUID().replaceAll('-', '')}`
      await admin.query.executeQuery(CompiledQuery.raw(`create database ${url.pathname.slice(1)}`))
      await admin.close()

      const settings = { DATABASE_URL: url.href, KAIBO_ADMIN_PASSWORD: 'chosen-by-me' }
      // One data directory, as on shared storage: the servers of a database share its key.
      const servers = [start(settings), start(settings)]
      const tokens = servers.map(async (server) =>
        loginOver(await server.url, 'admin', 'chosen-by-me'),
      )
      expect(new Set((await Promise.all(tokens)).map(({ token }) => token)).size).toBe(2)
      const verified = await start(settings, 'audit:verify').ended
      expect(verified).toMatchObject({
        code: 0,
        printed: expect.stringContaining('操作记录核对完成：2 条，0 处异常'),
      })
      for (const { child } of servers) child.kill('SIGTERM')
      expect((await Promise.all(servers.map(({ ended }) => ended))).map((end) => end.code)).toEqual(
        [0, 0],
      )
    },
    START_MS,
  )
}

function onSqlite() {
  test(
    'where the system allows fewer files than connections are set, the start says so and serves',
    async () => {
      const server = run(['sh', '-c', 'ulimit -n 1024 && exec "$@"', 'sh', ...command()])
      await server.url
      server.child.kill('SIGTERM')
      const { code, complained } = await server.ended
      expect(complained).toContain('系统只允许本进程打开 1024 个文件')
      expect(complained).toContain('LimitNOFILE')
      expect(code).toBe(0)
    },
    START_MS,
  )

  test(
    'the first start makes an administrator whose password shows once; Ctrl-C ends it well',
    async () => {
      const first = start()
      const url = await first.url
      const password = PASSWORD.exec(first.output())?.[1] ?? ''
      expect((await loginOver(url, 'admin', password)).token).not.toBe('')
      first.child.kill('SIGINT')
      expect((await first.ended).code).toBe(0)
      const kept = readFileSync(join(folder, 'data/kaibo.db'), 'latin1')
      expect(kept).not.toContain(password)

      const second = start({ KAIBO_ADMIN_PASSWORD: 'another-password' })
      await second.url
      expect(second.output()).not.toContain('密码')
      await expect(loginOver(await second.url, 'admin', 'another-password')).rejects.toThrow('2001')
      expect((await loginOver(await second.url, 'admin', password)).token).not.toBe('')
      second.child.kill('SIGTERM')
      expect((await second.ended).code).toBe(0)
    },
    START_MS,
  )

  test(
    'a chosen password is taken on the first start and not printed; a second server on the data is refused',
    async () => {
      const server = start({ KAIBO_ADMIN_PASSWORD: 'chosen-by-me' })
      const url = await server.url
      expect(server.output()).not.toContain('chosen-by-me')
      expect((await loginOver(url, 'admin', 'chosen-by-me')).token).not.toBe('')

      const refused = await start().ended
      expect(refused.code).toBe(1)
      expect(refused.complained).toContain('启动失败：数据库正被另一个服务使用')
      const reconciled = await start({}, 'reconcile').ended
      expect(reconciled).toMatchObject({ code: 0, printed: '对账完成：0 处差异\n' })

      expect(await start({}, 'audit:verify').ended).toMatchObject({
        code: 0,
        printed: expect.stringMatching(
          /^操作记录核对完成：1 条，0 处异常\n链尾：第 1 条 [0-9a-f]{16}\n$/,
        ),
      })
      const file = new Database(join(folder, 'data/kaibo.db'))
      file.exec(`update audit set ip = '127.0.0.2'`)
      file.close()
      expect(await start({}, 'audit:verify').ended).toMatchObject({
        code: 1,
        printed: expect.stringMatching(
          /^第 1 条（.{19} admin auth\.login）：内容与校验值不符\n操作记录核对中止：之前 0 条完好，至少 1 处异常\n$/,
        ),
      })
    },
    START_MS,
  )

  test(
    'a password that was made up is not lost where the start fails after it',
    async () => {
      const busy = createServer().listen(0, '127.0.0.1')
      await once(busy, 'listening')
      const { port } = busy.address() as AddressInfo
      const { code, printed } = await start({ KAIBO_PORT: String(port) }).ended
      busy.close()
      expect(code).toBe(1)
      const server = start()
      expect(
        (await loginOver(await server.url, 'admin', PASSWORD.exec(printed)?.[1] ?? '')).token,
      ).not.toBe('')
    },
    START_MS,
  )

  test(
    'a program reads the log as JSON, a person as lines',
    async () => {
      const lines = start({ KAIBO_LOG: 'text', KAIBO_DATA_DIR: join(folder, 'text') })
      const json = start({ KAIBO_DATA_DIR: join(folder, 'json') })
      for (const server of [lines, json])
        await expect(loginOver(await server.url, 'nobody', 'a wrong one')).rejects.toThrow('2001')
      await expect.poll(lines.log).toMatch(/^\S+ 警告 login refused username=nobody ip=127/m)
      await expect.poll(json.log).toMatch(/^\{"level":40,.*"msg":"login refused"\}$/m)
      expect(lines.log()).not.toContain('"level"')
      expect(lines.log(), 'what is as it should be is not worth a line').not.toContain('answered')
    },
    START_MS,
  )

  test.skipIf(!hasPseudoTerminal())(
    'in a terminal a start ends with what a person has to know, and says when it stops',
    async () => {
      const line = command()
        .map((part) => `'${part}'`)
        .join(' ')
      const server = run(['script', '-qec', line, '/dev/null'], {
        KAIBO_DEMO: '1',
        KAIBO_DATA_DIR: folder,
      })
      const url = await server.url
      await expect.poll(server.output).toContain('停止')
      expect(server.output().replaceAll('\r', '')).toMatch(
        new RegExp(
          `^\\n {2}开播已启动：${url}\\n {2}用户名：admin\\n {2}${PASSWORD.source}\\n` +
            ` {2}数据目录：${folder}\\n {2}停止：按 Ctrl\\+C\\n\\n$`,
        ),
      )
      server.child.stdin.write('\u0003')
      expect((await server.ended).printed).toContain('正在停止…')
    },
    START_MS,
  )

  test(
    'what keeps it from starting is said in a sentence',
    async () => {
      const busy = createServer().listen(0, '127.0.0.1')
      await once(busy, 'listening')
      const port = String((busy.address() as { port: number }).port)
      const runs = await Promise.all([
        start({ KAIBO_PORT: port }).ended,
        start({ KAIBO_PORT: 'x', KAIBO_DATA_DIR: join(folder, '2') }).ended,
        start({ DATABASE_URL: 'postgres://127.0.0.1:1/x', KAIBO_DATA_DIR: join(folder, '3') })
          .ended,
        start({ KAIBO_DATA_DIR: join(program.file, 'data') }).ended,
        start({}, 'reconsile').ended,
        start({ KAIBO_DATA_DIR: join(folder, '4') }, 'reconcile').ended,
        start({ KAIBO_DATA_DIR: join(folder, '4') }, 'audit:verify').ended,
      ])
      busy.close()
      expect(runs.map((run) => [run.code, run.complained.trim()])).toEqual([
        [1, `启动失败：端口 ${port} 已被占用，请停止占用它的程序，或用 KAIBO_PORT 换一个端口`],
        [2, '设置有误，请改正后重新启动：\nKAIBO_PORT 须为 0 到 65535 的整数，现为 x'],
        [1, '启动失败：数据库连接失败（ECONNREFUSED），请检查 DATABASE_URL'],
        [
          1,
          `启动失败：数据目录不可写（ENOTDIR），请检查 KAIBO_DATA_DIR：${join(program.file, 'data')}`,
        ],
        [1, expect.stringContaining('启动失败：没有命令 reconsile，可用的有：reconcile')],
        [1, `启动失败：没有找到数据库：${join(folder, '4', 'kaibo.db')}`],
        [1, `启动失败：没有找到数据库：${join(folder, '4', 'kaibo.db')}`],
      ])
    },
    START_MS,
  )

  test.skipIf(!hasSmallDisk())(
    'a full disk is said in a sentence',
    async () => {
      const { code, complained } = await run([...ON_A_SMALL_DISK, ...command()], {
        KAIBO_DATA_DIR: folder,
      }).ended
      expect([code, complained.trim()]).toEqual([
        1,
        '启动失败：服务器磁盘空间不足，请清理后重新启动',
      ])
    },
    START_MS,
  )

  test(
    'a killed server leaves nothing in the way of the next',
    async () => {
      const killed = start()
      await killed.url
      killed.child.kill('SIGKILL')
      await killed.ended
      const next = start()
      expect((await fetch(`${await next.url}/readyz`)).status).toBe(200)
    },
    START_MS,
  )
}
