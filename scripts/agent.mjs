import { become, prepare } from './prepare.mjs'

await prepare()
await become('apps/agent/dist/main.js')
