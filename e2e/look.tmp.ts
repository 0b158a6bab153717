import { launchBrowser, login, openPage, see } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
const server = await startServer({ KAIBO_DEMO: '1' })
const browser = await launchBrowser()
try {
  const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  await new Promise((r) => setTimeout(r, 20_000))
  const { list } = await admin.call(talkApi.list, {})
  const id = list[0]?.rule_id
  for (const [width, dark] of [
    [1440, false],
    [390, true],
    [390, false],
    [1440, true],
  ] as const) {
    const page = await openPage(browser, server.url, { width, dark })
    page.setDefaultTimeout(15_000)
    await login(page, 'admin', ADMIN_PASSWORD)
    await page.goto(`${server.url}/talk/rule/${id}`)
    await see(page.getByRole('tree'))
    const shot = (n: string) =>
      page.screenshot({ path: `/tmp/try/${n}-${width}${dark ? 'd' : ''}.png`, fullPage: true })
    if (width === 390) {
      await shot('tree')
      await page.getByText('表单', { exact: true }).click()
      await shot('form')
      await page.getByText('试演', { exact: true }).first().click()
    }
    await page.getByText('现在的状态', { exact: true }).click()
    await page.getByRole('button', { name: '试演 Ctrl ↵' }).click()
    await page.waitForTimeout(1500)
    await shot('try')
    if (width === 1440 && !dark) {
      await page.getByText('从零开始', { exact: true }).click()
      await page.getByText('100次', { exact: true }).click()
      await page.keyboard.press('Control+Enter')
      await page.waitForTimeout(1000)
      await page.getByRole('treeitem').nth(1).click()
      await shot('runs')
    }
    console.log(page.faults)
    await page.close()
  }
} finally {
  await browser.close()
  await server.stop?.()
}
process.exit(0)
