// A scene saved on air with 立即生效: from the answer of the call until the stage shows it. First of a scene whose files the PC has, then of
// one that names a picture which the PC has to fetch. Aim: 1 s. Needs `npm run build`.
import { loadavg } from 'node:os'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { launchBrowser, openPage, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startAgent, startServer } from '@kaibo/testkit/process.ts'
import { percentile } from './live/watch.ts'

const SAVES = 20
const AIM_MS = 1_000
/** Of a background of one colour: where it is seen. */
const CORNER = [1_060, 500] as const

/** When a frame shows another ground than the one before it. As text: what runs this file names its functions, which a page does not know. */
const firstOther = (page: ConsolePage): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const ctx = document.querySelector('canvas').getContext('2d')
    const colour = () => ctx.getImageData(${CORNER.join()}, 1, 1).data.join()
    const before = colour()
    const look = () => (colour() === before ? requestAnimationFrame(look) : resolve(Date.now()))
    look()
  })`)

const server = await startServer({ KAIBO_LOG_LEVEL: 'error' })
const browser = await launchBrowser()
const client = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
const { account } = await client.call(liveAccountApi.add, { platform: 'other', nickname: '换景' })
const { pc_id, code } = await client.call(monitorApi.enrolCode, { name: '换景的PC' })
const { account_id } = account
const { room_code } = await client.call(roomApi.create, { name: '换景的间', account_id, pc_id })
const agent = startAgent({ server: server.url, key: code, args: ['--source', 'auto'] })
try {
  const stage = await onAir()
  report('files that the PC has', await saved(stage, async () => null))
  report('a picture that the PC fetches', await saved(stage, (colour) => brought(stage, colour)))
} finally {
  await agent.dispose()
  await browser.close()
  await server.dispose()
}

function report(what: string, took: readonly number[]): void {
  const [p50, p95] = [0.5, 0.95].map((share) => percentile([...took], share).toFixed(0))
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${what}: p50 ${p50} ms, p95 ${p95} (at most ${AIM_MS}), of ${took.length}; load ${load}`,
  )
}

async function onAir(): Promise<ConsolePage> {
  const room = { room_code }
  const isOnline = async () => (await client.call(roomApi.info, room)).pc?.presence === 'online'
  await until('the PC is there', isOnline, 60_000)
  await client.call(roomApi.start, room)
  const linked = async () => (await client.call(stageApi.view, room)).stage?.url ?? ''
  await until('its stage has a link', async () => (await linked()) !== '', 60_000)
  const page = await openPage(browser, server.url, { width: 540, height: 960 })
  await page.goto(await linked())
  await until('it is on', async () => {
    const { stage } = await client.call(stageApi.view, room)
    return stage?.program !== undefined && stage.program !== null
  })
  return page
}

/** Saves one scene after another; answers how long after the call's answer the stage showed each. */
async function saved(
  page: ConsolePage,
  ground: (colour: string) => Promise<string | null>,
): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < SAVES; at++) {
    const colour = `#${(0x103050 + at * 0x0a0705).toString(16).padStart(6, '0')}`
    const asset_id = await ground(colour)
    const { value, version } = await client.call(stageApi.anchor, { room_code })
    const layers = value.scene.layers.map((layer) =>
      layer.kind === 'background' ? { ...layer, colour, asset_id } : layer,
    )
    const seen = firstOther(page)
    const scene = { ...value.scene, layers }
    await client.call(stageApi.saveAnchor, { room_code, version, apply: 'now', ...value, scene })
    const answered = Date.now()
    // Below nothing: the stage was faster than the answer
    took.push(Math.max(0, (await seen) - answered))
  }
  return took
}

/** Another background of one colour. */
async function brought(page: ConsolePage, colour: string): Promise<string> {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_080
    canvas.height = 1_920
    const ctx = canvas.getContext('2d')
    if (ctx) ctx.fillStyle = fill
    ctx?.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, colour)
  const body = new Uint8Array(Buffer.from(base64, 'base64'))
  const file = { kind: 'picture', filename: `${colour}.png`, type: 'image/png' } as const
  const { url, headers, upload_id } = await client.call(uploadApi.preUrl, {
    ...file,
    size: body.length,
  })
  await fetch(new URL(url, server.url), { method: 'PUT', headers, body })
  await client.call(uploadApi.complete, { upload_id })
  const parts = { file: { upload_id } }
  const asset = { kind: 'background', name: colour, parts } as const
  return (await client.call(assetApi.save, asset)).asset_id
}
