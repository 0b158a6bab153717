// A PostgreSQL and a Redis for one test run: in a temporary folder, on free ports, gone afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output } from './machine.mjs'

const START_MS = 60_000

/**
 * @typedef {{ url: string, stop: () => Promise<void> }} Service
 */

/**
 * @param {string} bin the folder of initdb and postgres
 * @returns {Promise<Service>}
 */
export async function startPostgres(bin) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'kaibo-pg-'))
  const user = process.getuid?.() === 0 ? postgresUser() : {}
  if (user.uid) fs.chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await finish(spawn(join(bin, 'initdb'), init, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }))
  // Speed instead of durability: the data does not outlive the run.
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const server = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder })
  await ready(server, 'ready to accept connections')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => stop(server, 'SIGQUIT', folder),
  }
}

/**
 * @param {string} program
 * @returns {Promise<Service>}
 */
export async function startRedis(program) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'kaibo-redis-'))
  const port = await freePort()
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  const server = spawn(program, args, { cwd: folder })
  await ready(server, 'Ready to accept connections')
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(server, 'SIGTERM', folder) }
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function postgresUser() {
  return {
    uid: Number(output('id', ['-u', 'postgres'])),
    gid: Number(output('id', ['-g', 'postgres'])),
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Waits for the line that says the server is up. Its output is kept, to be shown if it never comes.
 * @param {import('node:child_process').ChildProcessWithoutNullStreams} server
 * @param {string} line
 */
function ready(server, line) {
  return new Promise((resolve, reject) => {
    let log = ''
    /** @param {string} why */
    const give = (why) => reject(new Error(`${server.spawnfile} ${why}\n${log}`))
    const timer = setTimeout(() => give('did not start in time'), START_MS)
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      if (log.length > 100_000) return
      log += chunk
      if (!log.includes(line)) return
      clearTimeout(timer)
      resolve(undefined)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('error', (error) => give(error.message))
    server.once('exit', (code) => give(`ended with ${code}`))
  })
}

/** @param {import('node:child_process').ChildProcess} child */
async function finish(child) {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`)
}

/** @type {(server: import('node:child_process').ChildProcess, signal: NodeJS.Signals, folder: string) => Promise<void>} */
async function stop(server, signal, folder) {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill(signal)
    await once(server, 'exit')
  }
  fs.rmSync(folder, { recursive: true, force: true })
}
