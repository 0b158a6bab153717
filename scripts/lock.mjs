// A lock that one process holds: a file with its process id. Plain JavaScript, because nothing is installed yet.
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
    if (!isAlive(Number(holder))) {
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
  fs.writeFileSync(draft, String(process.pid), { flag: 'wx' })
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

/** @param {number} pid */
function isAlive(pid) {
  if (!pid || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
