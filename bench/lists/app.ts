// The real server, alone in its process: `app.ts FOLDER` writes its address.
import { join } from 'node:path'
import { bootServer } from '@kaibo/testkit/boot.ts'

const server = await bootServer({ file: join(process.argv[2] ?? '', 'kaibo.db'), clock: 'system' })
console.log(await server.listen())
