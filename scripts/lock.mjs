// A lock that one process holds: a file that says which. Plain JavaScript, because nothing is installed yet.
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 200

/**
 * Waits while another process holds it; throws where the file cannot be written.
 * @param {string} file
 * @param {() => void} onWait called once, when it has to wait
 * @returns {Promise<() => void>} call it to let go
 */
export async function takeLock(file, onWait) {
  fs.mkdirSync(dirname(file), { recursive: true })
  for (let waited = false; !link(file);) {
    const holder = read(file)
    if (holder === undefined) continue
    if (!isAlive(holder)) {
      remove(file, holder)
      continue
    }
    if (!waited) onWait()
    waited = true
    await sleep(LOOK_AGAIN_MS)
  }
  return () => fs.rmSync(file, { force: true })
}

/**
 * Removes the lock of `holder`, whose process has ended, and no other's: who waits as well may have been faster.
 * @param {string} file
 * @param {string} holder
 */
export function remove(file, holder) {
  const away = `${file}.${randomUUID()}`
  if (!unless('ENOENT', () => fs.renameSync(file, away))) return
  if (read(away) !== holder) unless('EEXIST', () => fs.linkSync(away, file))
  fs.rmSync(away, { force: true })
}

/**
 * Whether it is ours now. A link appears with its content and never replaces anything.
 * @param {string} file
 */
function link(file) {
  const draft = `${file}.${randomUUID()}`
  fs.writeFileSync(draft, nameOf(process.pid), { flag: 'wx' })
  try {
    return unless('EEXIST', () => fs.linkSync(draft, file))
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** @param {string} file */
function read(file) {
  /** @type {string | undefined} */
  let text
  unless('ENOENT', () => (text = fs.readFileSync(file, 'utf8')))
  return text
}

/**
 * Whether it succeeded; any failure but this one is thrown.
 * @param {string} code
 * @param {() => void} act
 */
function unless(code, act) {
  try {
    act()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false
    throw error
  }
}

/**
 * A process id comes again, after a restart of the machine or of a container above all: where the system says so, the boot and
 * the moment of the start tell the process from another.
 * @param {number} pid
 */
export function nameOf(pid) {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets, and may hold any letter.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${pid} ${boot} ${started}`
  } catch {
    return String(pid)
  }
}

/** @param {string} holder */
function isAlive(holder) {
  const pid = Number.parseInt(holder, 10)
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return nameOf(pid) === holder
}
