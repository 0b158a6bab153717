import { createHash } from 'node:crypto'
import type { RefusalCode } from '@kaibo/contract/income/refused.enums.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { storable } from '@kaibo/contract/live/event.ts'
import { isRecord } from '#platform/record.ts'
import { isEventItem, isRunId } from './check.ts'
import { claimOf, mayBeMoney, textToKeep, type Claim } from './claim.ts'
import type { Address, Place } from './place.ts'
import type { NewRow } from './rows.ts'

/** Who sent what was refused: a PC, or a platform or partner for a live account. */
export interface Sender {
  pc_id: string | null
  account_id: string | null
  /** Whose the event is where it has no place. */
  org_id: string
}

/** One event, or item of a spool, that was not taken. */
export interface Refusal {
  /** Its place in the batch. */
  index: number
  event_id: string | null
  code: RefusalCode
  reason: Words
  /** As it came. */
  sent: unknown
  /** Where it would have gone, as far as that is its sender's. */
  place: Place | undefined
}

export type RefusedRow = NewRow<'refused_event'>

/**
 * Rows of what may carry money; of anything else nobody keeps more than the sender's answer. A clash with money is told
 * whichever side of it came first.
 */
export const refusedRows = (
  refusals: readonly Refusal[],
  sender: Sender,
  now: number,
): RefusedRow[] =>
  refusals
    .filter(({ code, sent }) => mayBeMoney(eventIn(sent)) || code === 'other_kind')
    .map((refusal) => refusedRow(refusal, sender, now))

function refusedRow(
  { code, reason, sent, place }: Refusal,
  { pc_id, account_id, org_id }: Sender,
  now: number,
): RefusedRow {
  const claim = claimOf(eventIn(sent))
  const raw_json = textToKeep(sent)
  const meant = place?.account_id ?? account_id
  return {
    ...claim,
    key: keyOf([pc_id, meant], code, claim, raw_json),
    org_id: place?.org_id ?? org_id,
    room_id: place?.room_id ?? null,
    run_id: place?.run_id ?? null,
    account_id: meant,
    pc_id,
    raw_json,
    code,
    reason: storable(reason.zh),
    reason_en: storable(reason.en),
    received_at: now,
    seen: 1,
    seen_at: now,
    state: 'open',
    decided_by: null,
    decided_at: null,
    note: null,
    note_en: null,
  }
}

/**
 * The same event with the same amount, of the same sender and for the same live account, is one row, however often and for whatever reason it is refused.
 * One that a partner sends in a platform's name is not the platform's own.
 */
function keyOf(
  sender: readonly [pc_id: string | null, account_id: string | null],
  code: RefusalCode,
  claim: Claim,
  raw_json: string,
): string {
  const { source, event_id, kind, gift_id, fen, count } = claim
  const isForged = code === 'reserved_source'
  const named = [source, event_id, kind, gift_id, fen, count]
  return createHash('sha256')
    .update(JSON.stringify([sender, isForged, named, event_id === null ? raw_json : '']))
    .digest('hex')
}

const eventIn = (sent: unknown): unknown => (isEventItem(sent) ? sent.event : sent)

/** The address of an event that may not be one: what can be read of it. */
export function addressIn(sent: unknown): Address | undefined {
  if (!isEventItem(sent) || !isRunId(sent.run_id)) return undefined
  const { run_id, event } = sent
  const room_code = isRecord(event) ? event['room_code'] : undefined
  return { run_id, room_code: typeof room_code === 'string' ? room_code.slice(0, 16) : null }
}
