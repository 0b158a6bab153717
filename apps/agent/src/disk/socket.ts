import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { basename, dirname } from 'node:path'

/** The longest path of a socket on any system. A longer one is cut silently and would be another socket. */
const LONGEST_PATH = 103
const NOBODY = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']

/** Answers every connection by closing it. Does not keep the process alive. */
export const listen = (path: string): Promise<Server> =>
  reaching(
    path,
    (short) =>
      new Promise((done, fail) => {
        const server = createServer((socket) => socket.destroy())
        server.once('error', fail)
        server.listen(short, () => done(server.unref()))
      }),
  )

export const closed = (server: Server): Promise<void> =>
  new Promise((done) => server.close(() => done()))

/** Whether a process listens there; true also where that cannot be found out, so that its lock is not taken. */
export async function answers(path: string): Promise<boolean> {
  try {
    await reaching(path, connected)
    return true
  } catch (error) {
    return !NOBODY.includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

const connected = (path: string): Promise<void> =>
  new Promise((done, fail) => {
    const socket = connect(path, () => {
      socket.destroy()
      done()
    })
    socket.once('error', fail)
  })

/** Where the path is too long, Linux has a short one to the same folder while it is open. */
async function reaching<Value>(
  path: string,
  work: (short: string) => Promise<Value>,
): Promise<Value> {
  if (process.platform === 'win32' || Buffer.byteLength(path) <= LONGEST_PATH) return work(path)
  if (process.platform !== 'linux')
    throw Object.assign(new Error(`a socket's path is too long: ${path}`), { code: 'ENAMETOOLONG' })
  const folder = await open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    return await work(`/proc/self/fd/${folder.fd}/${basename(path)}`)
  } finally {
    await folder.close()
  }
}
