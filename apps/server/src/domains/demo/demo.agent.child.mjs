// A program to supervise in tests: notes that it ran and with which code, then behaves as the code says.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} name */
const after = (name) => process.argv[process.argv.indexOf(name) + 1] ?? ''
const code = after('--key')
const knows = Object.keys(process.env).filter((name) => name.startsWith('KAIBO_')).length
appendFileSync(join(after('--data'), 'runs'), `${process.pid} ${code} ${knows}\n`)
if (code === 'refused') process.exit(3)
if (code === 'crash') process.exit(1)
setInterval(() => {}, 1_000)
process.once('SIGTERM', () => process.exit(0))
