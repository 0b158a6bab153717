import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeJson } from '#disk/json-file.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { systemTime, type Time } from '#time/time.ts'
import { startAgent } from './agent.ts'
import { readOptions } from './options.ts'

/** Timers whose failures a test can read: in a process they would end it. */
function watchedTime(): { time: Time; failures: unknown[] } {
  const failures: unknown[] = []
  const watched = (run: () => void) => () => {
    try {
      run()
    } catch (error) {
      failures.push(error)
    }
  }
  const after: Time['after'] = (ms, run) => systemTime.after(ms, watched(run))
  return { time: { now: systemTime.now, after }, failures }
}

/** A pipe in the place of a file: who reads it waits until somebody writes. */
test.skipIf(process.platform === 'win32')(
  'a slow disk does not end an agent that resumes its rooms',
  async () => {
    const folder = join(await freshFolder(), 'pc')
    await mkdir(join(folder, 'rooms'), { recursive: true })
    await writeJson(join(folder, 'rooms', 'desired.json'), [desiredRoom()])
    execFileSync('mkfifo', [join(folder, 'commands.json')])
    setTimeout(() => void writeFile(join(folder, 'commands.json'), '[]'), 150)
    const { time, failures } = watchedTime()
    const stop = await startAgent({
      options: readOptions(['--server', 'http://127.0.0.1:9', '--key', 'k'], {}),
      identity: { pc_id: 'pc-1', name: 'n', key: generateKeyPairSync('ed25519').privateKey },
      folder,
      time,
      log: heardLog().log,
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await stop()
    expect(failures).toEqual([])
  },
)
