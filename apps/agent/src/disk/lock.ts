import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { answers, closed, listen } from './socket.ts'

export class AlreadyRunning extends Error {}

type Unlock = () => Promise<void>

/** Error codes where a folder cannot hold a socket: FAT, some shared folders, a path that is too long. */
const NO_SOCKETS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENAMETOOLONG']

/**
 * Only one agent may write a data folder. The lock is a listening socket, because the system frees it with the process: a
 * process id in a file would, after a kill, be taken for whoever has that id now. It is in the folder itself: the folder of
 * temporary files is another one for each service.
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  const hash = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const name = `kaibo-agent-${hash}`
  const unlock =
    process.platform === 'win32'
      ? await holdPipe(String.raw`\\.\pipe\${name}`)
      : await holdSocketIn(join(folder, 'lock')).catch((error: NodeJS.ErrnoException) => {
          if (!NO_SOCKETS.includes(error.code ?? '')) throw error
          return holdSocketIn(join(tmpdir(), name))
        })
  if (!unlock) throw new AlreadyRunning(`这个客户端已在运行：${folder}`)
  return unlock
}

/** Windows gives a pipe's name to one process only, and takes it back with the process. */
async function holdPipe(path: string): Promise<Unlock | undefined> {
  const server = await unless(['EADDRINUSE'], listen(path))
  return server && (() => closed(server))
}

/**
 * Renames a folder with a listening socket in it to the lock's path. A rename replaces only an empty folder, so of several
 * processes that start at once only one succeeds. Each has a unique name, so removing that of a killed process removes no other.
 */
async function holdSocketIn(path: string): Promise<Unlock | undefined> {
  const own = await mkdtemp(`${path}-`)
  const name = randomUUID().slice(0, 8)
  const server = await listen(join(own, name)).catch(async (error: unknown) => {
    await rm(own, { recursive: true })
    throw error
  })
  while (!(await replaces(own, path))) {
    if (!(await someoneAnswersIn(path))) continue
    await closed(server)
    await rm(own, { recursive: true })
    return undefined
  }
  return async () => {
    await closed(server)
    await rm(join(path, name), { force: true })
    // Fails, as it should, if the next process has taken the lock already: the folder is then not empty.
    await rmdir(path).catch(() => {})
  }
}

async function replaces(own: string, path: string): Promise<boolean> {
  const moved = rename(own, path).then(() => true)
  return (await unless(['EEXIST', 'ENOTEMPTY'], moved)) ?? false
}

/** Removes what a killed process left. */
async function someoneAnswersIn(path: string): Promise<boolean> {
  for (const name of (await unless(['ENOENT'], readdir(path))) ?? []) {
    if (await answers(join(path, name))) return true
    await rm(join(path, name), { force: true })
  }
  return false
}

/** Undefined where the work fails with one of these codes. */
const unless = <Value>(codes: string[], work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
    return undefined
  })
