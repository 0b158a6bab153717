import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import { programOf } from '@kaibo/testkit/program.ts'

const KILLS = 3
const sender = programOf(new URL(import.meta.resolve('@kaibo/testkit/sender.process.ts')))

/** Lets the sender run until its first acknowledgement and a random while longer, then kills it; answers the last one. */
async function sendAndKill(args: string[], afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [sender.file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const exited = once(child, 'exit')
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await Promise.race([once(child.stdout, 'data'), exited])
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  child.kill('SIGKILL')
  await exited
  // The last line may be torn.
  return Number(output.split('\n').slice(0, -1).at(-1) ?? 0)
}

test('killed at any moment, the ledger holds all that was acknowledged, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-crash-'))
  const file = join(folder, 'kaibo.db')
  const first = await bootServer({ file, clock: 'system' })
  const { pc, run, room } = await buildOnAir(first.platform)
  await first.close()
  let before = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const args = [file, pc.id, run.run_id, room.room_code]
    const acked = await sendAndKill(args, Math.random() * 300)
    expect(acked).toBeGreaterThan(before)
    before = acked

    const server = await bootServer({ file, clock: 'system' })
    const { query } = server.db
    const { acked_seq } = await query
      .selectFrom('spool')
      .where('spool_id', '=', `${pc.id}:main`)
      .select('acked_seq')
      .executeTakeFirstOrThrow()
    expect(acked_seq).toBeGreaterThanOrEqual(acked)
    const gifts = await query.selectFrom('gift_event').select('event_id').execute()
    const stored = new Set(gifts.map(({ event_id }) => event_id))
    const sent = Array.from({ length: acked_seq }, (_, i) => i + 1).filter((n) => n % 5 !== 0)
    expect(sent.filter((n) => !stored.has(`n${n}`))).toEqual([])
    expect(stored.size).toBe(gifts.length)
    const { gift_fen } = await query
      .selectFrom('run')
      .where('run_id', '=', run.run_id)
      .select('gift_fen')
      .executeTakeFirstOrThrow()
    expect(gift_fen).toBe(gifts.length * 100)
    expect(await reconcile(server.db)).toEqual([])
    await server.close()
  }
  rmSync(folder, { recursive: true })
}, 120_000)
