import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReplayAsk, ReplayGiven, ReplayTold } from './talk.replay.worker.ts'

/** A replay is given up after this; an evening of eight hours takes seconds. */
const WITHIN_MS = 300_000
const MEMORY_MB = 512

/** Beside this file: as it is written, or as it was built. */
const isBuilt = !import.meta.url.endsWith('.ts')
const WORKER = fileURLToPath(
  new URL(`./talk.replay.worker.${isBuilt ? 'js' : 'ts'}`, import.meta.url),
)

/** Plays a tape in a process of its own; `signal` ends it. Answers the result as JSON, or nothing where there is none. */
export async function playInChild(
  give: (ask: ReplayAsk) => Promise<ReplayGiven>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const child = fork(WORKER, {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, ...(isBuilt ? [] : ['--import', 'tsx'])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const end = () => void child.kill('SIGKILL')
  const late = setTimeout(end, WITHIN_MS)
  signal.addEventListener('abort', end)
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      child.on('message', (message) => {
        const said = message as ReplayAsk | ReplayTold
        if ('result' in said) resolve(said.result)
        else give(said).then((answer) => child.send(answer, () => {}), reject)
      })
      child.on('exit', () => resolve(undefined))
      child.on('error', reject)
    })
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', end)
    end()
  }
}
