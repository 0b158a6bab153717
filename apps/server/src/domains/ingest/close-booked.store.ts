import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { bySource, claimedIn, type Named } from './outcome.store.ts'
import type { RefusedChange } from './refused.store.ts'

type Trx = Transaction<Tables>

const BY_ITSELF: Words = words('再次收到时已入账', 'Booked when it came again')

/** Ids in one statement; both databases allow this many parameters. */
const IDS_AT_ONCE = 5_000

/**
 * Closes open refusals of events that are booked by now, so that nobody has to decide on them: refusals of the gifts that were
 * just booked, and ones that were just saved although their gift had been booked before.
 */
export async function closeBooked(
  db: Db<Tables>,
  trx: Trx,
  { gifts, refused }: { gifts: readonly Named[]; refused: readonly RefusedChange[] },
  now: number,
): Promise<RefusedChange[]> {
  const closed: RefusedChange[] = []
  const named = await claimedIn(db, trx, 'refused_event', gifts)
  for (const { org_id, source, some } of bySource([...named])) {
    const event_ids = some.map(({ event_id }) => event_id)
    closed.push(
      ...(await closing(trx, now)
        .where('org_id', '=', org_id)
        .where('source', '=', source)
        .where('event_id', 'in', event_ids)
        .execute()),
    )
  }
  for (let i = 0; i < refused.length; i += IDS_AT_ONCE) {
    const ids = refused.slice(i, i + IDS_AT_ONCE).map(({ id }) => id)
    closed.push(...(await closing(trx, now).where('id', 'in', ids).execute()))
  }
  return closed
}

/** Only where the booked gift counts and has the same account and values; otherwise a person has to decide. */
const closing = (trx: Trx, decided_at: number) =>
  trx
    .updateTable('refused_event')
    .set({ state: 'admitted', decided_at, note: BY_ITSELF.zh, note_en: BY_ITSELF.en })
    .where('state', '=', 'open')
    .where('code', '<>', 'reserved_source')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('gift_event as gift')
          .select('gift.id')
          .whereRef('gift.org_id', '=', 'refused_event.org_id')
          .whereRef('gift.source', '=', 'refused_event.source')
          .whereRef('gift.event_id', '=', 'refused_event.event_id')
          .whereRef('gift.fen', '=', 'refused_event.fen')
          .whereRef('gift.count', '=', 'refused_event.count')
          .where((gift) =>
            gift.and(
              (['account_id', 'kind', 'gift_id'] as const).map((column) =>
                gift.or([
                  gift(`refused_event.${column}`, 'is', null),
                  gift(`gift.${column}`, '=', gift.ref(`refused_event.${column}`)),
                ]),
              ),
            ),
          )
          .where('gift.is_ai', '=', 0)
          .where('gift.is_test', '=', 0),
      ),
    )
    .returning(['id', 'org_id'])
