// From what happens to what is heard: a built server, agent and page; sentences that are made, and that are known. Beside the bare voice.
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { launchBrowser, openPage, until } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startAgent, startServer } from '@kaibo/testkit/process.ts'
import { mannerOf } from '@kaibo/voice/manner.ts'
import { EMBEDDED } from '@kaibo/voice/seed.ts'
import { Speaker } from '@kaibo/voice/speaker.ts'
import { systemTime } from '@kaibo/voice/system-time.ts'

const SENTENCES = Number(process.argv[2] ?? 30)
const NUMBERS = '零一二三四五六七八九'
const numbered = (n: number) => String(n).replaceAll(/\d/g, (one) => NUMBERS[Number(one)] ?? '')
const textOf = (n: number) => `谢谢第${numbered(n)}位朋友`

const server = await startServer()
const browser = await launchBrowser()
const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
const { account } = await admin.call(liveAccountApi.add, { platform: 'other', nickname: '测速' })
const pc = await admin.call(monitorApi.enrolCode, { name: '测速机' })
const { room_code } = await admin.call(roomApi.create, {
  name: '测速间',
  account_id: account.account_id,
  pc_id: pc.pc_id,
})
const agent = startAgent({ server: server.url, key: pc.code, args: ['--source', 'auto'] })
const seconds = 60_000
const info = () => admin.call(roomApi.info, { room_code })
await until('the PC is there', async () => (await info()).pc?.presence === 'online', seconds)
await admin.call(roomApi.start, { room_code })
const link = async () => (await admin.call(stageApi.view, { room_code })).stage?.url ?? ''
await until('the stage is there', async () => (await link()) !== '', seconds)
const stage = await openPage(browser, server.url, { width: 540, height: 960 })
await stage.goto(await link())
await stage.getByRole('button', { name: '点击开始播放' }).click()

/** Milliseconds from when it was asked for to its first sound, and from its turn; by which voice. */
async function heard(text: string, key: string) {
  const asked = Date.now()
  await admin.call(roomApi.say, { room_code, text, position: 'sentence', key: `bench-${key}-0` })
  const lines = async () =>
    (
      await admin.call(roomApi.consoleLogs, { room_code, kind: 'speech', page_size: 20 })
    ).list.filter((one) => one.text === text && one.at >= asked)
  await until(`it is said: ${text}`, async () =>
    (await lines()).some(({ tag }) => tag === 'spoken'),
  )
  const said = await lines()
  const began = said.find(({ tag }) => tag === 'speaking')?.at ?? NaN
  const played = said.find(({ tag }) => tag === 'spoken')?.played
  return { event: began - asked, turn: played?.first_ms ?? NaN, via: played?.via ?? 'none' }
}

type Heard = Awaited<ReturnType<typeof heard>>

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? NaN
const middle = (values: readonly number[]) =>
  `p50 ${Math.round(percentile(values, 0.5))} p95 ${Math.round(percentile(values, 0.95))} ms`

function print(name: string, of: readonly Heard[]) {
  const by = ['server', 'embedded', 'none']
    .map((via) => `${via} ${of.filter((one) => one.via === via).length}`)
    .join(', ')
  console.log(`${name}: event → first sound ${middle(of.map(({ event }) => event))}`)
  console.log(`  its turn → first sound ${middle(of.map(({ turn }) => turn))}; by ${by}`)
}

await heard('预热一句话', 'warm-up-1')
await heard('再预热一句话', 'warm-up-2')
const missed: Heard[] = []
for (let n = 0; n < SENTENCES; n++) missed.push(await heard(textOf(n), `miss-${n}`))
const hit: Heard[] = []
for (let n = 0; n < SENTENCES; n++) hit.push(await heard(textOf(n), `hit-${n}`))

const file = new URL('../apps/speaker/dist/main.js', import.meta.url).pathname
const log = { warn() {}, error() {} }
const bare = new Speaker({ file, time: systemTime, log })
const speak = (text: string) => bare.say(text, mannerOf(EMBEDDED))
await speak('预热')
const alone: number[] = []
for (let n = 0; n < SENTENCES; n++) {
  const began = performance.now()
  await speak(textOf(n))
  alone.push(Math.round(performance.now() - began))
}
bare.close()

print(`${SENTENCES} sentences that are made`, missed)
print(`${SENTENCES} that are on the disk`, hit)
const [p50, p95] = [0.5, 0.95].map((share) => percentile(alone, share))
console.log(`the bare voice: p50 ${p50} p95 ${p95} ms`)
const ratio = (share: number, than = NaN) =>
  (
    percentile(
      missed.map(({ event }) => event),
      share,
    ) / than
  ).toFixed(1)
console.log(`event → mouth ÷ bare voice: p50 ${ratio(0.5, p50)}, p95 ${ratio(0.95, p95)}`)

await agent.dispose()
await browser.close()
await server.dispose()
