import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { programOf } from '@kaibo/testkit/program.ts'
import { freshFolder, openSpool, readAll } from '#spool/spool.fixture.ts'

const program = programOf(new URL('./crash.child.ts', import.meta.url))
const ROUNDS = 8

/** Runs the room for a random while, then kills it; answers how many events its rules had seen by then. */
async function runAndKill(folder: string, round: number): Promise<number> {
  const child = spawn(process.execPath, [program.file, folder, String(round)])
  let told = ''
  child.stdout.on('data', (chunk) => (told += String(chunk)))
  // Not among the numbers: where a full pipe ends the child early, its words about that do not count
  child.stderr.resume()
  await once(child.stdout, 'data')
  await sleep(Math.random() * 200)
  child.kill('SIGKILL')
  await once(child, 'close')
  // The last line may be torn
  return Number(told.split('\n').at(-2))
}

test('killed at any moment, the spool holds every event that the rules have seen', async () => {
  const folder = await freshFolder()
  const seen: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const count = await runAndKill(folder, round)
    expect(count).toBeGreaterThan(0)
    for (let i = 1; i <= count; i++) seen.push(`${round}-${i}`)
  }
  const spool = await openSpool(join(folder, 'spool'))
  const items = readAll(spool).map(({ item }) => item)
  await spool.close()
  const kept = new Set(items.map((item) => item.type === 'event' && item.event.event_id))
  expect(seen.filter((id) => !kept.has(id))).toEqual([])
}, 120_000)
