// Child processes of the scripts: started in one way, and ended together with us.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let ending = false

/** @type {import('node:child_process').StdioOptions} */
const NAMED = ['ignore', 'pipe', 'pipe']

/** @typedef {import('node:child_process').SpawnOptions & { name?: string | undefined }} Options */

/**
 * Starts a program; its stdio is ours unless the options say otherwise. With `detached` it leads a group of its own,
 * and a signal to it reaches what it started too. With `name` it is one of several: its lines have that before them.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 */
export function start(command, args, { name, ...options } = {}) {
  /** @type {import('node:child_process').ChildProcess} */
  const child = spawn(command, args, { stdio: name ? NAMED : 'inherit', ...options })
  const head = name ? `${name.padEnd(7)} │ ` : ''
  for (const output of name ? [child.stdout, child.stderr] : [])
    if (output) createInterface(output).on('line', (line) => console.log(head + line))
  if (options.detached) child.kill = (signal) => process.kill(-Number(child.pid), signal)
  running.add(child)
  child.once('error', () => running.delete(child)).once('exit', () => running.delete(child))
  return child
}

/**
 * Runs a program to its end. While we are ending ourselves it never returns, so that nothing is begun after it.
 * @param {Parameters<typeof start>} call
 * @returns {Promise<number>} its exit code: 127 when it could not be started, 1 when a signal ended it
 */
export function run(...call) {
  return new Promise((resolve) => {
    start(...call)
      .once('error', () => resolve(127))
      .once('close', (code) => ending || resolve(code ?? 1))
  })
}

/**
 * Runs npm through our own Node, because npm may not be in PATH, or be a .cmd that cannot be started directly.
 * @param {string[]} args
 * @param {Options} [options]
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

/** @param {NodeJS.Signals} signal */
function end(signal) {
  if (ending) return
  ending = true
  void stopAll(signal).finally(() => process.exit(EXIT_CODES[signal]))
}

/**
 * From now on Ctrl-C and SIGTERM end the children first, then us.
 * @returns {() => void} call it to leave the signals to somebody else
 */
export function endTogether() {
  followParent()
  for (const signal of Object.keys(EXIT_CODES)) process.on(signal, end)
  return () => Object.keys(EXIT_CODES).forEach((signal) => process.off(signal, end))
}

/**
 * Ctrl-C under npm arrives twice, from the terminal and forwarded. The echo must not cut the first one's clean ending
 * short; a later one, from an impatient user, shall. A program that does not listen for it ends at once.
 */
export function mendCtrlC() {
  const ECHO_MS = 1000
  let first = 0
  process.on('SIGINT', () => {
    first ||= Date.now()
    const unheard = process.listenerCount('SIGINT') === 1
    if (unheard || Date.now() - first > ECHO_MS) process.exit(EXIT_CODES.SIGINT)
  })
}

/** @type {NodeJS.Timeout | undefined} */
let watch

/** A SIGTERM to npm may end at the shell between it and us, which then dies without a word: end as if it had come. */
export function followParent() {
  if (watch || !process.env['npm_lifecycle_event'] || process.platform === 'win32') return
  const parent = process.ppid
  watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}
