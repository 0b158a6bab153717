// Takes the pictures in docs/screens anew: npm run screens
import { prepare } from './prepare.mjs'
import { run } from './child.mjs'

await prepare()
process.exit(await run(process.execPath, ['--import', 'tsx', 'e2e/pictures.ts']))
