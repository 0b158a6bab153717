/* A process that supervises and can be killed: its data folder and the code for its agent are its arguments. */
import { pino } from 'pino'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#platform/clock.ts'
import { superviseAgent } from './demo.agent.ts'

const [, , folder = '', code = ''] = process.argv
superviseAgent({
  program: {
    main: fileURLToPath(new URL('demo.agent.child.mjs', import.meta.url)),
    execArgv: [],
  },
  folder,
  server_url: 'http://127.0.0.1:1',
  newCode: async () => code,
  clock: systemClock,
  log: pino({ level: 'silent' }),
})
setInterval(() => {}, 1_000)
