import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { superviseAgent, type SupervisedAgent } from './demo.agent.ts'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const log = pino({ level: 'silent' })
const within = { timeout: 18_000, interval: 50 }

let folder: string
let agent: SupervisedAgent | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-demo-agent-'))
})
afterEach(async () => {
  await agent?.stop()
  agent = undefined
  rmSync(folder, { recursive: true })
})

/** Supervises a program that behaves as its code says; codes are handed out in this order. */
function supervise(...codes: string[]): SupervisedAgent {
  agent = superviseAgent({
    program: { main: here('demo.agent.child.mjs'), execArgv: [] },
    folder,
    server_url: 'http://127.0.0.1:1',
    newCode: async () => codes.shift() ?? 'no more codes',
    clock: systemClock,
    log,
  })
  return agent
}

interface Run {
  pid: number
  code: string
  settings: number
}
const runs = (): Run[] =>
  existsSync(join(folder, 'runs'))
    ? readFileSync(join(folder, 'runs'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' '))
        .map(([pid, code = '', settings]) => ({
          pid: Number(pid),
          code,
          settings: Number(settings),
        }))
    : []
const codes = () => runs().map((run) => run.code)

function isAlive(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0)
  } catch {
    return false
  }
}

test('it runs without the server’s settings in its environment, and ends on request', async () => {
  process.env['KAIBO_ADMIN_PASSWORD'] = 'not for the agent'
  const first = supervise('run')
  await expect.poll(codes, within).toEqual(['run'])
  const [run] = runs()
  expect(run?.settings).toBe(0)
  expect(isAlive(run?.pid)).toBe(true)
  await first.stop()
  expect(isAlive(run?.pid)).toBe(false)
  delete process.env['KAIBO_ADMIN_PASSWORD']
})

test('it is restarted after a crash with the same code', async () => {
  supervise('run', 'another')
  await expect.poll(codes, within).toEqual(['run'])
  process.kill(runs()[0]?.pid ?? 0, 'SIGKILL')
  await expect.poll(codes, within).toEqual(['run', 'run'])
  expect(isAlive(runs()[1]?.pid)).toBe(true)
})

test('repeated crashes are restarted with growing delay', async () => {
  const began = performance.now()
  supervise('crash')
  await expect.poll(() => codes().length, within).toBe(3)
  expect(performance.now() - began).toBeGreaterThan(3_000)
})

test('an agent whose code is refused gets a new one', async () => {
  supervise('refused', 'run')
  await expect.poll(codes, within).toEqual(['refused', 'run'])
})

test('the next server finds the code that the agent enrolled with', async () => {
  const first = supervise('run')
  await expect.poll(codes, within).toEqual(['run'])
  await first.stop()
  supervise('another')
  await expect.poll(codes, within).toEqual(['run', 'run'])
})

test('it ends with the server, even if that is killed', async () => {
  const server = spawn(process.execPath, [
    '--import',
    'tsx',
    here('demo.server.child.ts'),
    folder,
    'run',
  ])
  await expect.poll(codes, within).toEqual(['run'])
  const pid = runs()[0]?.pid
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), within).toBe(false)
})
