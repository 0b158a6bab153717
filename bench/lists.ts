// Lists over HTTP with token, rights and scope checked, beside a bare node:http handler that runs the same statements.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, ROUNDS } from './lists/compare.ts'
import { plan } from './lists/plan.ts'
import { EVENTS, seed } from './lists/seed.ts'

const LISTS = {
  'rooms, page of 20': '/admin/v1/live/room/list?page=2&page_size=20',
  'gift events, page 7 of 20': '/admin/v1/x/income/gift_events?page=7&page_size=20',
  'gift events, page 5,000 of 20': '/admin/v1/x/income/gift_events?page=5000&page_size=20',
}

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const made = await plan(folder, Object.values(LISTS), seed)
console.log(`${EVENTS.toLocaleString('en')} gift events, median of ${ROUNDS} interleaved rounds`)
await compare(folder, LISTS, made)
rmSync(folder, { recursive: true })
