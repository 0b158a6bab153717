import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Platform } from '#platform/platform.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import { Committer } from '#platform/committer.ts'
import { notFound } from '#platform/fault.ts'
import type { Tables } from '#migrations/tables.ts'
import type { PushResult } from '@kaibo/contract/ingest/ingest.api.ts'
import { isLate, type LiveEvent, type RefusedEvent } from '@kaibo/contract/live/event.ts'
import { isAboutPc, toldOf } from './admit.ts'
import {
  checkEvent,
  checkItem,
  checkPartnerEvent,
  eventIdOf,
  type Checked,
  type Unfit,
} from './check.ts'
import { mayBeMoney } from './claim.ts'
import { commitBatches, lastSeq, weightOf, type Batch, type Forward } from './commit.ts'
import type { Report } from './admit.ts'
import { readAcked } from './ledger.store.ts'
import { readMoves, readRecentRuns, readRoomOf } from './place.ts'
import { createJournal } from './journal.ts'
import { createSecrets } from './push.secrets.ts'
import { createPush, type Later, type Push } from './push.ts'
import { createStoring } from './pieces.ts'
import { createReadmit, type Readmit } from './readmit.ts'
import type { RefusedChange } from './refused.store.ts'
import { instant, type StoredItems } from './rows.ts'

export interface Ingest {
  /**
   * Stores a batch of a PC's spool; resolves when it is committed. `seqs` has the items' numbers where some are missing in
   * between. `up_to` includes refused items: the PC does not send them again.
   */
  storeSpool(
    pc_id: string,
    spool_id: string,
    first_seq: number,
    items: unknown[],
    seqs?: readonly number[],
  ): Promise<{ up_to: number; refused: RefusedEvent[] }>
  /** Up to which sequence the spool is stored; 0 for an unknown one. */
  spoolAcked(pc_id: string, spool_id: string): Promise<number>
  /** The signed pushes over HTTP; they end in `push`. */
  readonly pushed: Push
  /** Stores what a platform pushed for a room of the account, and forwards what was new to the room's PC. */
  push(account_id: string, room_code: string, events: unknown[]): Promise<PushResult>
  /** Tries once more to take in an event that was refused. */
  readonly readmit: Readmit
  /** Begins to store what was kept while the database was away. */
  startUp(): void
  /** Bytes of pushes that wait for the database. */
  readonly backlog: number
  close(): Promise<void>
  /** The listener is called with each group of new rows, after the commit and before the acknowledgement. */
  onStored(listener: (stored: StoredItems) => void): void
  /** The listener is called with the rows of refused events that were written. */
  onRefused(listener: (changes: readonly RefusedChange[]) => void): void
}

interface Options {
  readonly forward: (
    trx: Transaction<Tables>,
    room: { room_code: string; pc_id: string | null },
    events: LiveEvent[],
  ) => Promise<void>
  /** Where what a platform pushes is kept while the database is away; nowhere without it. */
  readonly journalFolder?: string
}

/** A transaction of this many items takes about a tenth of a second, during which SQLite does nothing else. */
const GROUP_LIMIT = 4_000
const LOOK_EVERY_MS = 10_000

export function createIngest(
  platform: Platform<Tables>,
  { forward, journalFolder }: Options,
): Ingest {
  const { db, clock, log, instance } = platform
  let beat: Beat | undefined
  const storedListeners: ((stored: StoredItems) => void)[] = []
  const refusedListeners: ((changes: readonly RefusedChange[]) => void)[] = []
  const committer = new Committer<Batch, Report>(GROUP_LIMIT, weightOf, commit)

  async function commit(batches: Batch[]): Promise<Report[]> {
    const { reports, stored, refused } = await commitBatches(
      { db, forward: forwardNew },
      clock.now(),
      batches,
    )
    tell(storedListeners, stored)
    if (refused.length > 0) tell(refusedListeners, refused)
    return reports
  }

  const storing = createStoring((batch) => committer.add({ type: 'spool', batch }), log)

  /** Calls listeners after the commit. Their errors are only logged: thrown, they would make the sender send the items again. */
  function tell<News>(listeners: readonly ((news: News) => void)[], news: News): void {
    for (const listener of listeners) {
      try {
        listener(news)
      } catch (error) {
        log.error({ err: error }, 'a listener to stored items failed')
      }
    }
  }

  /** Sends new events to the room's rules, except late ones, which are only booked and shown. */
  const forwardNew: Forward = async (trx, room, fresh, now) => {
    const timely = fresh.filter(({ at }) => !isLate(at, now))
    if (timely.length > 0) await forward(trx, room, timely)
  }

  const pushAs =
    (check: typeof checkEvent) =>
    async (account_id: string, room_code: string, events: unknown[]): Promise<PushResult> => {
      const checked = events.map(check)
      const room = await readRoomOf(db.query, room_code)
      if (room?.account_id !== account_id) {
        await keep(account_id, checked.map(withoutItsRoom))
        throw notFound(nouns.room)
      }
      const runs = await readRecentRuns(db.query, account_id)
      const now = clock.now()
      const instants = checked.flatMap((one) => (one.ok ? instant(one.value.at, now) : []))
      const moves = await readMoves(db.query, account_id, runs, instants)
      const batch = { account_id, room, runs, moves, events: checked }
      const report = await committer.add({ type: 'push', batch })
      const { fresh, repeated } = report
      return { accepted: fresh.length, repeated, refused: toldOf(report) }
    }

  const later: Later | undefined = journalFolder
    ? {
        journal: createJournal({ folder: journalFolder, owner: instance.id }),
        secrets: createSecrets(platform),
      }
    : undefined
  const pushed = createPush(
    platform,
    {
      ofPlatform: pushAs(checkEvent),
      ofPartner: pushAs(checkPartnerEvent),
      withoutRoom: (account_id, events) => keep(account_id, events.map(withoutRoom)),
    },
    later,
  )

  const failed = (err: unknown) => log.warn({ err }, 'what was pushed meanwhile is not stored yet')

  /** Reads the secrets anew, and stores what is kept: of this server, and of those that are gone. */
  async function look({ journal, secrets }: Later): Promise<void> {
    if (db.isAway) return
    await secrets.read()
    const alive = new Set(instance.others().map(({ id }) => id))
    journal.inherit((owner) => alive.has(owner))
    await journal.drain((entry) => pushed.drained(entry))
  }

  return {
    async storeSpool(pc_id, spool_id, first_seq, items, seqs) {
      const batch = {
        pc_id,
        spool: nameOf(pc_id, spool_id),
        seqs: seqs ?? items.map((_, index) => first_seq + index),
        items: items.map(checkItem),
      }
      const report = await storing(batch)
      for (const item of batch.items)
        if (item.ok && isAboutPc(item.value))
          log.info({ pc_id, level: item.value.level, text: item.value.text }, 'a PC says')
      return { up_to: lastSeq(batch), refused: toldOf(report) }
    },

    async spoolAcked(pc_id, spool_id) {
      const name = nameOf(pc_id, spool_id)
      return (await readAcked(db.query, [name])).get(name) ?? 0
    },

    push: pushAs(checkEvent),
    pushed,
    readmit: createReadmit(platform, forwardNew, ({ stored, refused }) => {
      tell(storedListeners, stored)
      tell(refusedListeners, refused)
    }),

    startUp() {
      if (!later) return
      const begin = () => look(later)
      begin().catch(failed)
      db.onBack(() => void begin().catch(failed))
      beat = startBeat(LOOK_EVERY_MS, begin, failed)
    },
    get backlog() {
      return later?.journal.bytes ?? 0
    },
    close: async () => beat?.stop(),

    onStored: (listener) => void storedListeners.push(listener),
    onRefused: (listener) => void refusedListeners.push(listener),
  }

  /** Keeps correctly signed events that have no room, so that a person can book them once the account has one. */
  async function keep(account_id: string, events: Unfit[]): Promise<void> {
    if (events.some(({ sent }) => mayBeMoney(sent)))
      await committer.add({ type: 'stray', batch: { account_id, events } })
  }
}

const withoutItsRoom = (checked: Checked<LiveEvent>): Unfit => {
  if (!checked.ok) return checked
  const { event_id } = checked.value
  const reason = words(
    '推送的直播间不属于这个直播账号',
    'The room of the push is not this live account’s',
  )
  return { ok: false, event_id, code: 'no_room', reason, sent: checked.value }
}

const withoutRoom = (sent: unknown): Unfit => ({
  ok: false,
  event_id: eventIdOf(sent),
  code: 'no_room',
  reason: words('直播账号没有绑定直播间', 'The live account has no room'),
  sent,
})

const nameOf = (pc_id: string, spool_id: string) => `${pc_id}:${spool_id}`
