// How long others wait for the server while one attacker floods it, beside how long they wait for an idle one. `npm run build`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '@kaibo/testkit/process.ts'

const ASKED = 100
const GIVE_UP_MS = 20_000
const MAX_FAILED = 3

/** Asks who one is, again and again: how long the slowest of all and the slowest of half of them took, and how many failed. */
async function ask(url: string, token: string) {
  const took: number[] = []
  let failed = 0
  for (let n = 0; n < ASKED && failed < MAX_FAILED; n++) {
    const began = performance.now()
    const answer = await fetch(`${url}${authApi.info.path}`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(GIVE_UP_MS),
    }).catch(() => undefined)
    if (answer?.status === 200) took.push(performance.now() - began)
    else failed += 1
    await sleep(10)
  }
  took.sort((a, b) => a - b)
  return { half: took[took.length >> 1] ?? GIVE_UP_MS, all: took.at(-1) ?? GIVE_UP_MS, failed }
}

async function under(server: ServerProcess, kind: string, token: string) {
  const args = ['--import', 'tsx', 'bench/floods/flood.ts', kind, server.url, token]
  const flood = spawn(process.execPath, args, { stdio: 'ignore' })
  await sleep(4_000)
  const figures = await ask(server.url, token)
  flood.kill('SIGKILL')
  await once(flood, 'exit')
  return figures
}

const KINDS = ['announcements', 'brackets', 'frames']
const [chosen] = process.argv.slice(2)
for (const kind of chosen ? [chosen] : KINDS) {
  const server = await startServer({ KAIBO_LOG_LEVEL: 'error' })
  const { token } = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  await ask(server.url, token)
  const idle = await ask(server.url, token)
  const flooded = await under(server, kind, token)
  const times = (key: 'half' | 'all') =>
    `${(flooded[key] / idle[key]).toFixed(1)} × (${idle[key].toFixed(1)} → ${flooded[key].toFixed(1)} ms)`
  console.log(
    `${kind}: half within ${times('half')}, all within ${times('all')}, ${flooded.failed} failed`,
  )
  await server.dispose()
}
