// Dragging a layer in the editor of a scene of forty: the work of the page's main thread for each step of the pointer until the frame
// is drawn, not slowed down. Aim: 16 ms. Needs `npm run build`.
import { loadavg } from 'node:os'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { MAX_LAYERS, type Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { launchBrowser } from '@kaibo/testkit/browser.ts'
import { loginOver, type Client } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import { percentile, watch, type Watched } from './live/watch.ts'

const STEPS = 200
const AIM_MS = 16

const server = await startServer({ KAIBO_LOG_LEVEL: 'error' })
const browser = await launchBrowser()
try {
  const client = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  const room_code = await fullRoom(client)
  const path = `/digital/edit/${room_code}`
  const watched = await watch(browser, server.url, {
    path,
    token: client.token,
    shows: '[role=option]',
  })
  const took = await dragged(watched, '第7行字')
  const told = [0.5, 0.95].map((share) => percentile(took, share).toFixed(1))
  console.log(
    `a step of a drag among ${MAX_LAYERS} layers: median ${told[0]} ms, p95 ${told[1]} (at most ${AIM_MS}), of ${STEPS}; load ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  await browser.close()
  await server.dispose()
}

/** A room whose scene has as many layers as it may. */
async function fullRoom(client: Client): Promise<string> {
  const { account } = await client.call(liveAccountApi.add, { platform: 'other', nickname: '满' })
  const { pc_id } = await client.call(monitorApi.enrolCode, { name: '满的PC' })
  const { account_id } = account
  const { room_code } = await client.call(roomApi.create, { name: '满的间', account_id, pc_id })
  const { value, version } = await client.call(stageApi.anchor, { room_code })
  const { layers } = value.scene
  const more = Array.from({ length: MAX_LAYERS - layers.length }, (_, index) => textLayer(index))
  const scene = { layers: [...layers.slice(0, -1), ...more, ...layers.slice(-1)] }
  await client.call(stageApi.saveAnchor, { room_code, version, apply: 'now', ...value, scene })
  return room_code
}

function textLayer(index: number): Layer {
  return {
    id: `text-${index}`,
    kind: 'text',
    x: 60 + (index % 3) * 320,
    y: 160 + Math.floor(index / 3) * 120,
    w: 300,
    h: 80,
    rotate: index % 5,
    opacity: 0.9,
    locked: false,
    hidden: false,
    text: `第${index}行字`,
    size: 48,
    colour: '#ffffff',
    outline: '#000000',
    align: 'left',
  }
}

/** The main thread's work, in milliseconds, for each step that the layer of this name is pulled. */
async function dragged({ page, devtools }: Watched, name: string): Promise<number[]> {
  const work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const drawn = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  const box = await page.getByRole('option', { name: new RegExp(`^${name}，`) }).boundingBox()
  if (!box) throw new Error(`no layer ${name}`)
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const took: number[] = []
  for (let step = 0; step < STEPS; step++) {
    await drawn()
    const before = await work()
    // Round in a circle, past the lines of the others
    const angle = (step / STEPS) * 2 * Math.PI
    await page.mouse.move(from.x + 40 * Math.sin(angle), from.y + 60 * (1 - Math.cos(angle)))
    await drawn()
    took.push((await work()) - before)
  }
  await page.mouse.up()
  return took
}
