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
 * @param {string} bin the folder of initdb and postgres
 * @returns {Promise<string>} its URL, for a user who may create databases
 */
export async function startPostgres(bin) {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  const options = { ...user, cwd: temporaryFolder('kaibo-pg-', user) }
  const init = '-D data -U postgres -A trust -E UTF8 --locale=C --no-sync --no-instructions'
  await finished(launch(join(bin, 'initdb'), init.split(' '), options))
  const port = await freePort()
  const listen = `-D data -p ${port} -k . -c listen_addresses=127.0.0.1 -c max_connections=200`
  // Speed instead of durability: the data does not outlive the run.
  const fast = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off'
  const server = launch(join(bin, 'postgres'), `${listen} ${fast}`.split(' '), options)
  await ready(server, 'ready to accept connections')
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/**
 * @param {string} program
 * @returns {Promise<string>} its URL
 */
export async function startRedis(program) {
  const port = await freePort()
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  const server = launch(program, args, { cwd: temporaryFolder('kaibo-redis-') })
  await ready(server, 'Ready to accept connections')
  return `redis://127.0.0.1:${port}`
}

/**
 * A folder that goes when we go.
 * @param {string} prefix
 * @param {{ uid: number, gid: number }} [owner]
 */
function temporaryFolder(prefix, owner) {
  const folder = fs.mkdtempSync(join(tmpdir(), prefix))
  if (owner) fs.chownSync(folder, owner.uid, owner.gid)
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/**
 * A program that goes when we go, with all that it started: SIGQUIT is PostgreSQL's way to stop at once.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} options
 */
function launch(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true })
  process.prependOnceListener('exit', () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGQUIT')
    }
  })
  return child
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

/** @param {import('node:child_process').ChildProcessWithoutNullStreams} child */
async function finished(child) {
  let log = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => (log += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}\n${log}`)
}
