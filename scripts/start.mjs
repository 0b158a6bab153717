import { become, prepare } from './prepare.mjs'

await prepare()
await become('apps/server/dist/main.js')
