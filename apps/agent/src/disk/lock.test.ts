import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programOf } from '@kaibo/testkit/program.ts'
import { freshFolder } from '#spool/spool.fixture.ts'
import { AlreadyRunning, lockFolder } from './lock.ts'

const program = programOf(new URL('./lock.child.ts', import.meta.url))
const SOON_MS = 50

test('one folder, one agent; free again when it ends', async () => {
  const folder = await freshFolder()
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(AlreadyRunning)
  const other = await lockFolder(await freshFolder())
  await unlock()
  await other()
  await (
    await lockFolder(folder)
  )()
})

/**
 * Starts four at the same instant, kills them, and answers what each has said. Each has temporary files of its own, as
 * services do.
 */
async function startAndKill(folder: string): Promise<string[]> {
  const places = await Promise.all(Array.from({ length: 4 }, freshFolder))
  const agents = places.map((TMPDIR) =>
    spawn(process.execPath, [program.file, folder], { env: { ...process.env, TMPDIR } }),
  )
  const said = () =>
    Promise.all(agents.map(async ({ stdout }) => String((await once(stdout, 'data'))[0])))
  await said()
  const at = String(Date.now() + SOON_MS)
  for (const { stdin } of agents) stdin.write(at)
  const outcomes = await said()
  for (const agent of agents) agent.kill('SIGKILL')
  await Promise.all(agents.map((agent) => once(agent, 'close')))
  return outcomes.sort()
}

/** Longer than a socket's path may be. */
async function deepFolder(): Promise<string> {
  const folder = join(await freshFolder(), 'x'.repeat(200))
  await mkdir(folder)
  return folder
}

test.each([
  ['', freshFolder],
  [', however long its path is', deepFolder],
])(
  'of several that start at once, after a kill too, one gets the folder%s',
  { timeout: 60_000 },
  async (_name, folderFor) => {
    const folder = await folderFor()
    for (let round = 0; round < 3; round++) {
      expect(await startAndKill(folder)).toEqual(['locked', 'refused', 'refused', 'refused'])
    }
    await (
      await lockFolder(folder)
    )()
    expect(await readdir(folder)).toEqual([])
  },
)
