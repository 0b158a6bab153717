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
  /** The organisation of an event that has no place. */
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
  /** The room or run that it was meant for, if it is the sender's. */
  place: Place | undefined
}

export type RefusedRow = NewRow<'refused_event'>

/**
 * Rows of refusals that may carry money; others are only answered to the sender. `other_kind` is always kept: either the
 * refused event or the stored one is a gift.
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
 * Key by which repeated refusals are one row: the same event and amount, from the same sender and for the same live account,
 * whatever the reason. An event that a partner sends under a platform's name gets a row of its own.
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

/** The address of an unchecked item, as far as it can be read. */
export function addressIn(sent: unknown): Address | undefined {
  if (!isEventItem(sent) || !isRunId(sent.run_id)) return undefined
  const { run_id, event } = sent
  const room_code = isRecord(event) ? event['room_code'] : undefined
  return { run_id, room_code: typeof room_code === 'string' ? room_code.slice(0, 16) : null }
}
