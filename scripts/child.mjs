// Child processes of the scripts: started in one way, and ended together with us.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Starts a program; its stdio is ours unless the options say otherwise.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  running.add(child)
  child.once('error', () => running.delete(child)).once('exit', () => running.delete(child))
  return child
}

/**
 * Runs a program to its end.
 * @param {Parameters<typeof start>} call
 * @returns {Promise<number>} its exit code: 127 when it could not be started, 1 when a signal ended it
 */
export function run(...call) {
  return new Promise((resolve) => {
    start(...call)
      .once('error', () => resolve(127))
      .once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs npm through our own Node, because npm may not be in PATH, or be a .cmd that cannot be started directly.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env['npm_execpath'] ?? ''
  if (basename(cli) === 'npm-cli.js') return run(process.execPath, [cli, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/**
 * Signals every child and waits until they have ended.
 * @param {NodeJS.Signals} signal
 */
export async function stopAll(signal) {
  await Promise.all(
    [...running].map((child) => {
      child.kill(signal)
      return once(child, 'exit')
    }),
  )
}

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/**
 * From now on Ctrl-C and SIGTERM end the children first, then do `last`, then end us. A second one ends us at once.
 * @param {() => unknown} [last]
 * @returns {() => void} call it to leave the signals to somebody else
 */
export function endTogether(last) {
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    await stopAll(signal)
    await last?.()
    process.exit(EXIT_CODES[signal])
  }
  for (const signal of Object.keys(EXIT_CODES)) process.once(signal, end)
  return () => Object.keys(EXIT_CODES).forEach((signal) => process.off(signal, end))
}
