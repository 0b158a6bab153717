// A key in the editor of a rule set with 200 rules: the work of the page's main thread from the key until the frame is drawn, not
// slowed down, beside a key in a bare text field of the same browser. Aim: 16 ms. Needs `npm run build`.
import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { launchBrowser } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import { percentile, watch } from './live/watch.ts'

const RULES = 200
const KEYS = 60
const AIM_MS = 16

const children = Array.from({ length: RULES - 1 }, (_, index) => ({
  id: `rule-${index}`,
  type: 'son' as const,
  name: `答谢${index}`,
  enabled: 1 as const,
  actions: [
    { kind: 'say' as const, templates: [{ text: `感谢第${index}位`, weight: 1 }], no_repeat: 0 },
  ],
}))
const set: RuleSet = {
  id: 'any',
  name: '大',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '大',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children,
  },
}

/** The main thread's work, in milliseconds, for each of some keys. */
async function keysOf(page: Page): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const drawn = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  const took: number[] = []
  for (let key = 0; key < KEYS; key++) {
    await drawn()
    const before = await work()
    await page.keyboard.insertText('字')
    await drawn()
    took.push((await work()) - before)
  }
  return took
}

const told = (ms: readonly number[]) =>
  `median ${percentile(ms, 0.5).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms`

const server = await startServer({ KAIBO_LOG_LEVEL: 'error' })
const browser = await launchBrowser()
try {
  const client = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  const { rule_id } = await client.call(talkApi.add, { name: '大', kind: 'talk' })
  const { version } = (await client.call(talkApi.data, { rule_id })).row
  await client.call(talkApi.save, { rule_id, version, set: { ...set } })
  const at = { path: `/talk/rule/${rule_id}`, token: client.token, shows: '[role=treeitem]' }
  const { page } = await watch(browser, server.url, at)
  await page.getByRole('treeitem', { name: /答谢100/ }).click()
  await page.getByLabel('第1句').click()
  const ours = await keysOf(page)
  const bare = await browser.newPage()
  await bare.setContent('<textarea autofocus></textarea>')
  await bare.locator('textarea').click()
  const theirs = await keysOf(bare)
  console.log(`a key in the editor of ${RULES} rules: ${told(ours)} (aim ${AIM_MS} ms)`)
  const ratio = percentile(ours, 0.5) / percentile(theirs, 0.5)
  console.log(`in a bare field: ${told(theirs)}; ratio ${ratio.toFixed(1)}; load ${loadavg()[0]}`)
} finally {
  await browser.close()
  await server.dispose()
}
