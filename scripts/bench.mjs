// Runs one benchmark: npm run bench -- lists
import { existsSync, readdirSync } from 'node:fs'
import { prepare } from './prepare.mjs'
import { run } from './child.mjs'

await prepare()
const [name, ...rest] = process.argv.slice(2)
const script = `bench/${name}.ts`
if (!name || !existsSync(script)) {
  const names = readdirSync('bench').filter((file) => file.endsWith('.ts'))
  console.error(`npm run bench -- NAME   ${names.map((file) => file.slice(0, -3)).join(', ')}`)
  process.exit(2)
}
process.exit(await run(process.execPath, ['--import', 'tsx', script, ...rest]))
