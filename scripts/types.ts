// Type-checks every folder that has a tsconfig.json: `npm run types`, or `npm run types -- apps/server` for some.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'

const AT_ONCE = 2
/** Several checkers of one folder each work out most of the same types: twice the time of the processors. */
const CHECKERS = '1'
const CACHE = '.cache/types'

const folders = ['packages', 'apps'].flatMap((root) =>
  readdirSync(root).map((name) => `${root}/${name}`),
)
const known = [...folders, 'e2e', 'bench', 'scripts'].filter((folder) =>
  existsSync(`${folder}/tsconfig.json`),
)
const asked = process.argv.slice(2)
const queue = asked.length > 0 ? asked : known

mkdirSync(CACHE, { recursive: true })
await Promise.all(Array.from({ length: AT_ONCE }, checkFromQueue))

async function checkFromQueue() {
  for (let folder = queue.shift(); folder; folder = queue.shift()) await check(folder)
}

async function check(folder: string) {
  const began = performance.now()
  const { ok, output } = await tsc(folder)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`types ${folder.padEnd(18)} ${ok ? 'ok' : 'FAILED'} ${seconds} s`)
  if (ok) return
  console.log(output)
  process.exitCode = 1
}

/** The record of the last check makes the next one read only what has changed. */
function tsc(folder: string): Promise<{ ok: boolean; output: string }> {
  const record = `${CACHE}/${folder.replaceAll('/', '-')}.tsbuildinfo`
  const how = ['--pretty', '--checkers', CHECKERS, '--incremental', '--tsBuildInfoFile', record]
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', folder, ...how],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ ok: error === null, output: stdout + stderr }),
    )
  })
}
