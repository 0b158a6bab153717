import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { doctor } from './doctor.ts'
import { ask, openControl } from '#platform/control.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'

let folder = ''
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

function setUp() {
  folder = mkdtempSync(join(tmpdir(), 'kb-'))
  const lines: string[] = []
  const config = readConfig({ KAIBO_DATA_DIR: folder })
  return { config, lines, run: () => doctor(config, (line) => lines.push(line)) }
}

test('a server that runs says of each part how it is, over a socket of its owner’s', async () => {
  const { lines, run } = setUp()
  server = await bootServer({ clock: 'system' })
  const { app, platform } = server
  const state = () => app.system.parts()
  const control = openControl({ dataDir: folder, port: 8300 }, { state }, platform.log)
  const path = join(folder, 'control.8300.sock')
  await expect.poll(() => ask(path, 'nothing such')).toBeNull()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await run()
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^正常 {2}数据库：/),
      expect.stringMatching(/^正常 {2}服务器 .+（本机）：版本 .+、时钟差 -?\d+ 毫秒、/),
      expect.stringMatching(/^正常 {2}收入对账：上次 还没有/),
      expect.stringMatching(/^正常 {2}删除到期数据：上次完成 还没有$/),
    ]),
  )
  control.close()
})

test('without a server it looks at what one needs, and a database that is not there is named', async () => {
  const { config, lines } = setUp()
  const dataDir = join(folder, 'made', 'by the first start')
  const away = { ...config, dataDir, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }
  expect(await doctor(away, (line) => lines.push(line))).toBe(1)
  expect(lines).toContain('注意  数据库：连接失败（ECONNREFUSED），请检查DATABASE_URL')
  expect(lines).toContain(`正常  数据目录：位置 ${dataDir}`)
})
