import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage, see } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import { enter } from './enter.ts'

/** As iconfont.cn writes it: a sprite, put into the page a moment later. It has no icon for income. */
const SCRIPT = `setTimeout(function () {
  var box = document.createElement('div')
  box.innerHTML = '<svg style="position:absolute;width:0;height:0;overflow:hidden">' +
    '<symbol id="icon-room" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></symbol></svg>'
  document.body.insertBefore(box.firstChild, document.body.firstChild)
}, 0)`
const digestOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

let browser: Browser
/** How often the script was asked for. */
let asked = 0
const cdn = createServer((_request, response) => {
  asked += 1
  response.setHeader('content-type', 'text/javascript')
  response.setHeader('access-control-allow-origin', '*')
  response.end(SCRIPT)
})
let url: string

beforeAll(async () => {
  browser = await launchBrowser()
  cdn.listen(0, '127.0.0.1')
  await once(cdn, 'listening')
  url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/t/font_1.js`
})
afterAll(async () => {
  await browser.close()
  cdn.close()
})

/** The console of a server with these settings, and what its policy refused. */
async function open(env: Record<string, string>) {
  const server = await startServer(env)
  const page = await openPage(browser, server.url)
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  await enter(page, 'admin', ADMIN_PASSWORD, '/')
  await see(page.getByRole('navigation', { name: '菜单' }).getByText('直播间'))
  return { server, page, refused }
}
const own = (page: Page) => page.locator('nav use[href="#icon-room"]')
const bundled = (page: Page, name: string) => page.locator(`nav .anticon-${name}`)

test('配置了图标脚本：菜单用它的图标，它没有的用自带的', async () => {
  const { server, page, refused } = await open({
    KAIBO_ICON_SCRIPT: url,
    KAIBO_ICON_SCRIPT_INTEGRITY: digestOf(SCRIPT),
  })
  await own(page).waitFor({ state: 'attached' })
  expect(await page.locator('nav .anticon svg:has(use)').boundingBox()).toMatchObject({
    width: expect.closeTo(14, -1),
  })
  expect(await bundled(page, 'video-camera').count()).toBe(0)
  await see(bundled(page, 'wallet'))
  expect([...refused, ...page.faults]).toEqual([])
  await server.dispose()
})

test('脚本与摘要不符：浏览器不执行，菜单是自带的图标', async () => {
  const { server, page, refused } = await open({
    KAIBO_ICON_SCRIPT: url,
    KAIBO_ICON_SCRIPT_INTEGRITY: digestOf(`${SCRIPT}//`),
  })
  await see(bundled(page, 'video-camera'))
  expect(refused.join()).toMatch(/integrity/)
  expect(await own(page).count()).toBe(0)
  expect(page.faults).toEqual([])
  await server.dispose()
})

test('同一来源的别的脚本，页面不许加载', async () => {
  const { server, page } = await open({
    KAIBO_ICON_SCRIPT: url,
    KAIBO_ICON_SCRIPT_INTEGRITY: digestOf(SCRIPT),
  })
  const outcome = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const script = document.createElement('script')
        script.addEventListener('load', () => resolve('ran'))
        script.addEventListener('error', () => resolve('refused'))
        script.src = src
        document.head.append(script)
      }),
    url.replace('font_1', 'font_2'),
  )
  expect(outcome).toBe('refused')
  await server.dispose()
})

test('没有配置：不向外要任何东西', async () => {
  asked = 0
  const { server, page } = await open({})
  await see(bundled(page, 'video-camera'))
  expect(await page.locator('script[data-icons]').count()).toBe(0)
  expect(asked).toBe(0)
  await server.dispose()
})
