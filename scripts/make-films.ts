// Writes what the rooms of the demonstration have recorded, painted and encoded in a browser: `npx tsx scripts/make-films.ts`
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEMO_ROOMS } from '@kaibo/server/domains/demo/demo.seed.ts'
import { filmed } from '@kaibo/server/domains/demo/demo.films.ts'
import { FILM_SIZE, type Frame } from '@kaibo/stage/film/film.ts'
import { stagePage } from '@kaibo/stage/assets.ts'
import { launchBrowser } from '@kaibo/testkit/browser.ts'
import { scriptOf } from './bundle.mjs'
import { webmOf } from './film/webm.ts'

const ORIGIN = 'https://film.invalid'

const folder = fileURLToPath(new URL('../apps/server/src/domains/demo/films/', import.meta.url))
mkdirSync(folder, { recursive: true })
const script = await scriptOf(
  fileURLToPath(new URL('../apps/stage/src/film/main.module.ts', import.meta.url)),
)
const browser = await launchBrowser()
try {
  const page = await browser.newPage()
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const body = path === '' ? '<!doctype html><title>film</title>' : stagePage[path]
    const contentType = path === '' ? 'text/html' : 'image/svg+xml'
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType, body: Buffer.from(body) })
  })
  await page.goto(`${ORIGIN}/`)
  await page.addScriptTag({ type: 'module', content: script })
  await page.waitForFunction('globalThis.take !== undefined')
  for (const room of DEMO_ROOMS) {
    const frames: Frame[] = await page.evaluate(`take(${JSON.stringify(filmed(room))})`)
    const webm = webmOf(frames, FILM_SIZE)
    writeFileSync(`${folder}${room.film}.webm`, webm)
    console.log(`${room.film}.webm: ${webm.length} bytes, ${frames.length} pictures`)
  }
} finally {
  await browser.close()
}
