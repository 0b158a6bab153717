// Two servers that answer the same URLs, ours and a bare one, loaded in turns.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Plan } from './plan.ts'

export const ROUNDS = 5
/** Until the engine has compiled what is hot: after three rounds of four seconds the app is still getting faster. */
const WARM_ROUNDS = 6
const SECONDS = 4
const CONNECTIONS = 16
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'))

/** Where there are two processors, servers have one to themselves and the load the other. */
const pinned = (core: number, args: string[]) =>
  process.platform === 'linux' && cpus().length > 1
    ? { command: 'taskset', args: ['-c', String(core), process.execPath, ...args] }
    : { command: process.execPath, args }

interface Started {
  url: string
  child: ChildProcess
}

async function start(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const { command, args: all } = pinned(0, args)
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(command, all, { stdio: [...stdio], env: { ...process.env, ...env } })
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[\d.:]+/.exec(line) ?? []
    if (url) return { url, child }
  }
  throw new Error(`${args.join(' ')} has not started`)
}

/** As it is installed. From its sources it would be slower: what runs those names each function anew whenever it is made. */
export const startApp = (folder: string) =>
  start([here('../../apps/server/dist/main.js')], {
    KAIBO_DATA_DIR: folder,
    KAIBO_PORT: '0',
    KAIBO_DEMO: '0',
    KAIBO_LOG: 'text',
    DATABASE_URL: '',
  })

const startBare = (folder: string) => start(['--import', 'tsx', here('./bare.ts'), folder])

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

/** Prints, of each list, how many answers a second there are beside the bare server's, and how many statements one takes. */
export async function compare(
  folder: string,
  lists: Readonly<Record<string, string>>,
  { token, exchanges }: Plan,
): Promise<void> {
  const app = await startApp(folder)
  const bare = await startBare(folder)
  for (const [name, path] of Object.entries(lists)) {
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
}
