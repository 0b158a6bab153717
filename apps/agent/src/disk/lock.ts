import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export class AlreadyRunning extends Error {}

/**
 * Only one agent may write a data folder. The lock is a listening socket, because the system frees it with the process: a
 * process id in a file would, after a kill, be taken for whoever has that id now.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const path =
    process.platform === 'win32'
      ? String.raw`\\.\pipe\kaibo-agent-${name}`
      : join(tmpdir(), `kaibo-agent-${name}.sock`)
  const server = (await listen(path)) ?? (await takeOver(path))
  if (!server) throw new AlreadyRunning(`这个客户端已在运行：${folder}`)
  server.unref()
  return () => new Promise((done) => server.close(() => done()))
}

/** A socket file that nobody answers at was left by a killed process. */
async function takeOver(path: string): Promise<Server | undefined> {
  if (await answers(path)) return undefined
  await unlink(path).catch(() => {})
  return listen(path)
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    )
    server.listen(path, () => done(server))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    const end = (answer: boolean) => {
      socket.destroy()
      done(answer)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
