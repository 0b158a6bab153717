// Lists over HTTP with token, rights and scope checked, beside a bare node:http handler that runs the same statements.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EVENTS, seed } from './lists/seed.ts'

const ROUNDS = 5
/** Until the engine has compiled what is hot: after one round of four seconds the app is still getting faster. */
const WARM_ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 16
const LISTS = {
  'rooms, page of 20': '/admin/v1/live/room/list?page=2&page_size=20',
  'gift events, page 7 of 20': '/admin/v1/x/income/gift_events?page=7&page_size=20',
  'gift events, page 5,000 of 20': '/admin/v1/x/income/gift_events?page=5000&page_size=20',
}
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'))

/** Where there are two processors, servers have one to themselves and the load the other. */
const pinned = (core: number, args: string[]) =>
  process.platform === 'linux' && cpus().length > 1
    ? { command: 'taskset', args: ['-c', String(core), process.execPath, ...args] }
    : { command: process.execPath, args }

async function start(
  script: string,
  folder: string,
): Promise<{ url: string; child: ChildProcess }> {
  const { command, args } = pinned(0, ['--import', 'tsx', here(script), folder])
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('no output')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), child }
}

interface Load {
  requests: { average: number }
  latency: { p99: number }
  non2xx: number
  errors: number
}

function load(url: string, token: string): Load {
  const options = ['-j', '-c', String(CONNECTIONS), '-d', String(SECONDS), '-H', `token=${token}`]
  const { command, args } = pinned(1, [AUTOCANNON, ...options, url])
  const out = execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const result = JSON.parse(out.toString()) as Load
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${out.toString()}`)
  return result
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const { token, exchanges } = await seed(folder, Object.values(LISTS))
const app = await start('./lists/app.ts', folder)
const bare = await start('./lists/bare.ts', folder)
console.log(`${EVENTS.toLocaleString('en')} gift events, median of ${ROUNDS} interleaved rounds`)
for (const [name, path] of Object.entries(LISTS)) {
  const [ofApp, ofBare]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
    const both = [load(bare.url + path, token), load(app.url + path, token)] as const
    if (round < WARM_ROUNDS) continue
    ofBare.push(both[0])
    ofApp.push(both[1])
  }
  const rate = (of: Load[]) => median(of.map(({ requests }) => requests.average))
  const p99 = (of: Load[]) => median(of.map(({ latency }) => latency.p99))
  const statements = exchanges.find(({ url }) => url === path)?.statements.length
  console.log(
    `${name}: ${Math.round(rate(ofApp))}/s, ${(rate(ofApp) / rate(ofBare)).toFixed(2)} of the bare` +
      ` ${Math.round(rate(ofBare))}/s (${statements} statements); p99 ${p99(ofApp)} ms, bare ${p99(ofBare)} ms`,
  )
}
for (const { child } of [app, bare]) child.kill('SIGTERM')
rmSync(folder, { recursive: true })
