// What has to be true before a program of ours can run: the right Node, installed packages, a current build.
// Plain JavaScript without dependencies, because on a fresh machine nothing is installed yet.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endTogether, followParent, mendCtrlC, npm, run } from './child.mjs'
import { takeLock } from './lock.mjs'

const INSTALL_STAMP = 'node_modules/.kaibo-install'
const BUILD_STAMP = '.cache/build-stamp'
const LOCK = '.cache/prepare.lock'
const BUILT = [
  'server/dist/main.js',
  'agent/dist/main.js',
  'speaker/dist/main.js',
  'agent/dist/kaibo-agent.mjs',
  'console/dist/index.html',
]
const BUILDERS = ['scripts/build.mjs', 'scripts/bundle.mjs']
const SOURCES = ['apps', 'packages', ...BUILDERS, 'package-lock.json']
const NOT_SOURCE = /^(node_modules|dist|data|\..*)$|\.test\.tsx?$/

/** Checks Node, then installs and builds what is missing or out of date. With nothing to do it takes about 50 ms. */
export async function prepare({ build = true } = {}) {
  checkNode(process.versions.node)
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
  if (isInstalled() && (!build || isBuilt())) return
  const release = await alone()
  if (!isInstalled()) await install()
  if (build && !isBuilt() && (await run(process.execPath, ['scripts/build.mjs'])) !== 0)
    fail('The build failed; the reason is above.')
  release()
}

/**
 * Hands this process over to a built program: one process id, its own signals and exit code.
 * The program finds its arguments where they already are, in process.argv.
 * @param {string} program
 */
export async function become(program) {
  followParent()
  mendCtrlC()
  process.setSourceMapsEnabled(true)
  process.argv[1] = join(process.cwd(), program)
  await import(pathToFileURL(process.argv[1]).href)
}

/** Records that `hash`, taken before the build began, is what the programs were built from. */
export function markBuilt(/** @type {string} */ hash) {
  fs.mkdirSync(dirname(BUILD_STAMP), { recursive: true })
  fs.writeFileSync(BUILD_STAMP, hash)
}

/** One hash over the paths and contents of everything that a build reads. */
export function sourceHash() {
  const hash = createHash('sha256')
  for (const root of SOURCES) addTo(hash, root)
  return hash.digest('hex')
}

/** @type {(hash: import('node:crypto').Hash, path: string) => void} */
function addTo(hash, path) {
  if (fs.statSync(path).isFile())
    return void hash.update(`\0${path}\0`).update(fs.readFileSync(path))
  for (const name of fs.readdirSync(path).sort()) {
    if (!NOT_SOURCE.test(name)) addTo(hash, `${path}/${name}`)
  }
}

/** @param {string} version */
function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(
      `Kaibo needs Node 20.19 or newer, and this is ${version}. Install a newer Node and try again.`,
    )
}

function isBuilt() {
  if (!BUILT.every((file) => fs.existsSync(`apps/${file}`))) return false
  return readOr('', BUILD_STAMP) === sourceHash()
}

function isInstalled() {
  const stamp = readOr('', INSTALL_STAMP)
  if (stamp) return stamp === installStamp()
  // No stamp: npm was run by hand. Its own record, written last, is newer than the lock file if it was.
  return changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')
}

/** Native modules fit one platform and one Node ABI, so these belong to what was installed. */
function installStamp() {
  const lock = createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex')
  return `${lock} ${process.platform}-${process.arch} abi-${process.versions.modules}`
}

async function install() {
  console.log('Kaibo: installing packages (a minute or two, once) …')
  const env = { ...process.env, ...nodeHeaders() }
  // Build tools are needed even where NODE_ENV=production makes npm leave them out.
  if ((await npm(['ci', '--include=dev'], { env })) !== 0)
    fail(
      'Installing failed; the reason is above. If better-sqlite3 could not be compiled: it needs\n' +
        'python3, make and a C++ compiler (on Debian: apt-get install python3 make g++).',
    )
  fs.writeFileSync(INSTALL_STAMP, installStamp())
}

/**
 * Where no prebuilt binary of better-sqlite3 can be fetched, node-gyp compiles it and wants Node's headers.
 * Those that came with this Node spare it a second download.
 */
function nodeHeaders() {
  const version = `#define NODE_MAJOR_VERSION ${process.versions.node.split('.')[0]}\n`
  const nodedir = [dirname(dirname(process.execPath)), '/usr'].find((prefix) =>
    readOr('', `${prefix}/include/node/node_version.h`).includes(version),
  )
  return nodedir && !process.env['npm_config_nodedir'] ? { npm_config_nodedir: nodedir } : {}
}

/** Keeps two starts at once, say of the server and of an agent, from installing over each other. */
async function alone() {
  const unlock = await takeLock(LOCK, () =>
    console.log(`Kaibo: another start is installing or building (${LOCK}); waiting …`),
  ).catch((error) => fail(`${LOCK} cannot be written: ${error.message}`))
  process.once('exit', unlock)
  const ignoreSignals = endTogether()
  return () => {
    ignoreSignals()
    process.off('exit', unlock)
    unlock()
  }
}

/** @type {(fallback: string, file: string) => string} */
function readOr(fallback, file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : fallback
}

/** @param {string} file */
const changedAt = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
