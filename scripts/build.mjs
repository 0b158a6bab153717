// Builds the programs: server, agent and speaker as bundles for Node, the console as static files.
import * as fs from 'node:fs'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { bundle, bundleWhole } from './bundle.mjs'
import { markBuilt, prepare, sourceHash } from './prepare.mjs'
import { archiveSpeaker, speakerPrograms } from './speaker-archive.mjs'

const COMPRESSED = /\.(js|css|html|svg|json)$/
const WORTH_COMPRESSING = 512

await prepare({ build: false })
console.log('Kaibo: building (half a minute, after a change only) …')
const began = performance.now()
const hash = sourceHash()
markBuilt('in progress')
await Promise.all([
  buildProgram('apps/server'),
  buildSpeaker('apps/speaker'),
  buildAgent('apps/agent'),
  buildConsole('apps/console'),
])
markBuilt(hash)
console.log(`Kaibo: built in ${((performance.now() - began) / 1000).toFixed(1)} s`)

/**
 * Bundles src/main.ts, and each *.worker.ts as a file of its own beside it.
 * @param {string} app
 */
function buildProgram(app) {
  const workers = filesIn(`${app}/src`).filter((file) => file.endsWith('.worker.ts'))
  return bundle(`${app}/dist`, [`${app}/src/main.ts`, ...workers])
}

/**
 * Beside the program as it runs here the one file that PCs download from the server.
 * @param {string} app
 */
async function buildAgent(app) {
  await buildProgram(app)
  await bundleWhole(`${app}/dist/kaibo-agent.mjs`, `${app}/src/main.ts`)
}

/**
 * Beside the program what PCs download to have a voice of their own.
 * @param {string} app
 */
async function buildSpeaker(app) {
  await bundle(`${app}/dist`, speakerPrograms(app))
  archiveSpeaker(app, `${app}/dist/kaibo-speaker.tgz`)
}

/** @param {string} app */
async function buildConsole(app) {
  const { build } = await import('vite')
  await build({ root: app, logLevel: 'error' })
  await Promise.all(
    filesIn(`${app}/dist`)
      .filter((file) => COMPRESSED.test(file))
      .map(compress),
  )
}

/**
 * Writes file.br and file.gz beside the file, so that serving it costs no processor time.
 * @param {string} file
 */
async function compress(file) {
  const bytes = fs.readFileSync(file)
  if (bytes.length < WORTH_COMPRESSING) return
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = zlib.constants
  const params = {
    [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(zlib.brotliCompress)(bytes, { params }),
    promisify(zlib.gzip)(bytes, { level: 9 }),
  ])
  fs.writeFileSync(`${file}.br`, br)
  fs.writeFileSync(`${file}.gz`, gz)
}

/** @param {string} folder */
function filesIn(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((e) => e.isFile()).map((e) => `${e.parentPath}/${e.name}`)
}
