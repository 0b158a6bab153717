import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { programOf } from '@kaibo/testkit/program.ts'
import { freshFolder, openSpool, readAll } from './spool.fixture.ts'

const program = programOf(new URL('./crash.child.ts', import.meta.url))

/** Runs the writer until it has told a few numbers, then kills it; answers the last one it told. */
async function writeAndKill(folder: string): Promise<number> {
  const child = spawn(process.execPath, [program.file, folder])
  let told = ''
  child.stdout.on('data', (chunk) => (told += String(chunk)))
  child.stderr.on('data', (chunk) => (told += String(chunk)))
  while (told.split('\n').length < 20) await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  return Number(told.trim().split('\n').at(-1))
}

test('what was durable survives kill -9, twice in a row, whole and in order', async () => {
  const folder = await freshFolder()
  let last = 0
  for (let round = 0; round < 2; round++) {
    const told = await writeAndKill(folder)
    expect(told).toBeGreaterThan(last)
    const spool = await openSpool(folder)
    const seqs = readAll(spool).map(({ seq }) => seq)
    expect(seqs.length).toBeGreaterThanOrEqual(told)
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, i) => i + 1))
    last = spool.lastSeq
    await spool.close()
  }
}, 30_000)
