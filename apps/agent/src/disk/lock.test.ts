import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder } from '#spool/spool.fixture.ts'
import { AlreadyRunning, lockFolder } from './lock.ts'

const PROGRAM = fileURLToPath(new URL('./lock.child.ts', import.meta.url))
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

/** Starts four at the same instant, kills them, and answers what each has said. */
async function startAndKill(folder: string): Promise<string[]> {
  const agents = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', PROGRAM, folder]),
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

test(
  'of several that start at once, after a kill too, one gets the folder',
  { timeout: 60_000 },
  async () => {
    const folder = await freshFolder()
    for (let round = 0; round < 3; round++) {
      expect(await startAndKill(folder)).toEqual(['locked', 'refused', 'refused', 'refused'])
    }
    await (
      await lockFolder(folder)
    )()
  },
)
