// The server (8300, restarted on every change) and Vite's server for the console (8301), side by side.
import { endTogether, start, stopAll } from './child.mjs'
import { prepare } from './prepare.mjs'

await prepare({ build: false })
const env = {
  KAIBO_DATA_DIR: '.cache/dev-data',
  KAIBO_LOG: 'text',
  KAIBO_LOG_LEVEL: 'debug',
  FORCE_COLOR: '1',
  ...process.env,
}
const programs = {
  server: [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    'apps/server/src/main.ts',
  ],
  console: ['node_modules/vite/bin/vite.js', 'apps/console', '--port', '8301', '--strictPort'],
}
endTogether()
for (const [name, args] of Object.entries(programs)) {
  const child = start(process.execPath, args, { env, name })
  child.once('exit', (code) => {
    console.log(`${name.padEnd(7)} │ ended`)
    process.exitCode ||= code ?? 1
    void stopAll('SIGTERM')
  })
}
