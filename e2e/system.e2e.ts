import { afterAll, beforeAll, expect, test } from 'vitest'
import { see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { runCommand } from '@kaibo/testkit/process.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('管理员在手机上打开系统：服务器、数据库、核对、后台任务各有一行；终端里的 doctor 说的一样', async () => {
  const page = await world.open('/system', { width: 390 })
  await see(page.getByRole('heading', { name: '系统', exact: true }))
  const servers = page.getByRole('region', { name: '服务器', exact: true })
  const own = servers.getByRole('listitem')
  await see(own.getByText('正常'))
  await see(own.getByText(/（本机）$/))
  const work = page.getByRole('region', { name: '后台任务' })
  await see(work.getByRole('listitem').filter({ hasText: '删除到期数据' }))
  await see(page.getByText('一切正常'))
  expect(await seriousFaults(page)).toEqual([])

  const heading = await own.getByRole('heading').innerText()
  const { code, output } = await runCommand(world.server, 'doctor')
  expect(output).toContain(heading)
  expect(output).toContain('检查完成：一切正常')
  expect(code).toBe(0)
})
