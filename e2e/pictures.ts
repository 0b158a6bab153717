// Takes the pictures of docs/screens anew: each screen of the demonstration at 1440 and 390 pixels, light and dark.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { launchBrowser, login, openPage, see } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'

const FOLDER = fileURLToPath(new URL('../docs/screens/', import.meta.url))
const QUALITY = 55
/** The demonstration's rooms go on air one after the other. */
const ON_AIR_MS = 45_000

const SCREENS = {
  wall: { path: '/digital/actor', sign: '直播中' },
  rooms: { path: '/digital/actor?view=table', sign: '直播中' },
  income: { path: '/income/live', sign: '每日流水' },
  account: { path: '/account', sign: '林夏' },
  group: { path: '/group', sign: '财务' },
  backaccount: { path: '/backaccount/list', sign: '晨星回收一号' },
  org: { path: '/sociatyAccount', sign: '星河公会' },
  audit: { path: '/account/audit', sign: '新增账号' },
}

const server = await startServer({ KAIBO_DEMO: '1' })
const browser = await launchBrowser()
try {
  const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  const password = 'three bridges 26'
  for (const [username, nickname, group] of [
    ['linxia', '林夏', 'operator'],
    ['chenmo', '陈默', 'finance'],
  ] as const)
    await admin.call(accountApi.add, { username, nickname, password, group_ids: [group] })
  const owner = { username: 'xinghe', password, nickname: '周会长' }
  await admin.call(orgApi.add, { name: '星河公会', share_rate: 4_550, areas: ['华东'], ...owner })
  const studio = { username: 'chenxing', password, nickname: '许老师' }
  const { id: studio_id } = await admin.call(orgApi.add, {
    name: '晨星工作室',
    areas: ['华南'],
    is_studio: IsOrNot.is,
    ...studio,
  })
  await admin.call(commissionApi.saveAccount, {
    name: '晨星回收一号',
    holder: '许晨',
    bank: '招商银行深圳分行',
    account_no: '6225 8801 2345 6789',
    studio_id,
  })
  await new Promise((resolve) => setTimeout(resolve, ON_AIR_MS))

  for (const width of [1440, 390]) {
    for (const dark of [false, true]) {
      const page = await openPage(browser, server.url, { width, dark })
      const take = (name: string) =>
        page.screenshot({
          path: join(FOLDER, `${name}-${width}${dark ? '-dark' : ''}.jpg`),
          type: 'jpeg',
          quality: QUALITY,
        })
      await page.goto('/login')
      await see(page.getByRole('button', { name: '登录' }))
      await take('login')
      await login(page, 'admin', ADMIN_PASSWORD)
      // Each browser here is a new machine to the one before.
      const mine = page.getByRole('button', { name: '是我' })
      await mine.click({ timeout: 3_000 }).catch(() => undefined)
      for (const [name, { path, sign }] of Object.entries(SCREENS)) {
        await page.goto(path)
        await see(page.getByText(sign))
        // What loads after the first rows, such as a chart.
        await page.waitForLoadState('networkidle').catch(() => undefined)
        await take(name)
      }
      await page.context().close()
    }
  }
} finally {
  await browser.close()
  await server.dispose()
}
