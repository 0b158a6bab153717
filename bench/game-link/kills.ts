// A real agent with 拔河 and a quick audience; game and agent are killed in turns. Every gift that leads to a command has to be
// accounted for: done, failed or lost.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerFixture } from '@kaibo/agent/link/server.fixture.ts'
import type { DesiredRoom, SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { tugWarPack } from './packs.ts'

const SIMULATED = '--key ABCD-EFGH --source simulator --speed 30 --game-port auto'.split(' ')

const PROGRAM = 'apps/agent/dist/main.js'
const GIVEN = ['小心心', '啤酒', '热气球', '跑车']
const BETWEEN_MS = 2_500
const DRAINED_MS = 4_000

export interface Kills {
  gifts: number
  done: number
  lost: number
  unaccounted: number
  rounds: number
  broken: number
}

export async function kills(count: number): Promise<Kills> {
  const server = await ServerFixture.start()
  const data = mkdtempSync(join(tmpdir(), 'kaibo-bench-kills-'))
  const { hash, body } = tugWarPack()
  server.heard = (frame) => {
    if (frame.type === 'need') server.send({ type: 'part', hash, index: 0, of: 1, body })
  }
  const desired = (run: boolean): DesiredRoom => ({
    room_code: 'KILLS234',
    run,
    run_id: 'run',
    stop_mode: 'now',
    config_hash: 'h',
    config: {
      room_code: 'KILLS234',
      room_name: '测试',
      actor: '',
      mode: 1,
      platform: 'douyin',
      account: { account_id: 'a', nickname: '', platform_room_id: '1' },
      credentials: null,
      bundle: { hash },
    },
  })
  server.rooms = [desired(true)]
  const run = (): ChildProcess =>
    spawn(process.execPath, [PROGRAM, '--server', server.url.href, '--data', data, ...SIMULATED], {
      stdio: 'ignore',
    })
  let agent = run()
  for (let i = 0; i < count; i++) {
    await sleep(BETWEEN_MS)
    const pid = i % 2 === 0 ? hostOf(agent) : agent.pid
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    if (i % 2 === 0) continue
    if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit')
    agent = run()
  }
  await sleep(BETWEEN_MS)
  server.send({ type: 'desired', rooms: [desired(false)] })
  await sleep(DRAINED_MS)
  agent.kill('SIGTERM')
  await once(agent, 'exit')
  const figures = account(server.items().map(({ item }) => item))
  await server.kill()
  rmSync(data, { recursive: true, force: true })
  return figures
}

function hostOf(agent: ChildProcess): number | undefined {
  const of = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(agent.pid)]).toString()
  const line = of.split('\n').find((one) => one.includes('--builtin-game'))
  return line === undefined ? undefined : Number(line.trim().split(' ')[0])
}

function account(items: readonly SpoolItem[]): Kills {
  const gifts = new Set<string>()
  const ends = new Map<string, string>()
  const rounds = new Map<number, number | null>()
  for (const item of items) {
    if (item.type === 'event' && GIVEN.includes(item.event.gift?.name ?? ''))
      gifts.add(item.event.event_id)
    if (item.type === 'cmd' && item.cause === 'gift' && !ends.has(item.event_id ?? ''))
      ends.set(item.event_id ?? '', item.state)
    if (item.type === 'round') rounds.set(item.seq, item.end_status)
  }
  const among = (state: string) => [...ends.values()].filter((one) => one === state).length
  return {
    gifts: gifts.size,
    done: among('done'),
    lost: among('lost') + among('failed'),
    unaccounted: [...gifts].filter((id) => !ends.has(id)).length,
    rounds: rounds.size,
    broken: [...rounds.values()].filter((end) => end === 2).length,
  }
}
