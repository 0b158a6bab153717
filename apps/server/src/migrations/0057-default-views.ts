import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns } from './schema.ts'

/** A list opens by one view of a person's and one of each group's, at most. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await addColumns(db, 'saved_view', { opens: 'count' })
  await sql`
    create unique index saved_view_own_default on saved_view (uid, list)
    where opens = 1 and group_id is null`.execute(db)
  await sql`
    create unique index saved_view_group_default on saved_view (group_id, list)
    where opens = 1`.execute(db)
}
