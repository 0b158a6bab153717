// The least that gives the same answers: a node:http handler, the same statements prepared once, JSON.stringify.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Plan } from './plan.ts'

const folder = process.argv[2] ?? ''
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan
const db = new Database(join(folder, 'kaibo.db'), { readonly: true })
for (const pragma of ['cache_size = -65536', 'mmap_size = 536870912', 'temp_store = memory'])
  db.pragma(pragma)
const work = new Map(
  plan.exchanges.map(({ url, statements, answer }) => [
    url,
    { answer, queries: statements.map((one) => ({ ...one, statement: db.prepare(one.sql) })) },
  ]),
)

const http = createServer((request, response) => {
  const wanted = work.get(request.url ?? '')
  if (!wanted) return response.writeHead(404).end()
  for (const { statement, parameters } of wanted.queries) statement.all(...parameters)
  const body = JSON.stringify(wanted.answer)
  return response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
})
http.listen(0, '127.0.0.1')
await once(http, 'listening')
const address = http.address()
console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
