import type { Kysely } from 'kysely'

/** The newest runs of one account: asked for at every push, whatever rooms they were in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('run_account')
    .on('run')
    .columns(['account_id', 'started_at'])
    .execute()
}
