// `node scripts/server-command.mjs reconcile`: the server's program reads its command from the arguments.
import { become, prepare } from './prepare.mjs'

await prepare()
await become('apps/server/dist/main.js')
