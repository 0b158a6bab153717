// A server in the middle of a long report, to be killed: `report.crash.fixture.ts FILE QUERY`.
import { CompiledQuery } from 'kysely'
import { openSqlite } from './sqlite.ts'

const [, , file = '', query = ''] = process.argv
await openSqlite(file).report({ compile: () => CompiledQuery.raw(query) }, { limitMs: Infinity })
