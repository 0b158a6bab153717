import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MAX_TAPES } from '@kaibo/contract/talk/talk.tape.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>

/** No part becomes larger: what a PC packs is a hundredth of it. */
const MAX_TEXT = 64_000_000
const unpack = promisify(gunzip)

/** A part whose pieces are all there. */
export interface StoredPart {
  from_at: number
  to_at: number
}

const whole = (q: Q) =>
  q
    .selectFrom('run_tape')
    .select(['from_at', 'to_at', (is) => is.fn.countAll<number>().as('pieces'), 'of'])
    .groupBy(['room_id', 'from_at', 'to_at', 'of'])
    .orderBy('from_at')

const complete = (rows: readonly (StoredPart & { pieces: number; of: number })[]): StoredPart[] =>
  rows.filter(({ pieces, of }) => pieces === of).map(({ from_at, to_at }) => ({ from_at, to_at }))

/** The parts of a run, in order. */
export const partsOfRun = async (q: Q, run_id: string): Promise<StoredPart[]> =>
  complete(await whole(q).where('run_id', '=', run_id).execute())

/** The newest runs in sight that have a tape, of the rooms that a set is bound in. */
export const tapedRuns = (q: Q, rule_id: string, scope: Scope) =>
  q
    .selectFrom('run')
    .select(['run_id', 'room_code', 'room_name', 'started_at', 'ended_at'])
    .where(within(scope, 'run.org_id'))
    .where((is) =>
      is(
        'room_id',
        'in',
        is.selectFrom('room_rule').select('room_rule.room_id').where('rule_id', '=', rule_id),
      ),
    )
    .where((is) =>
      is.exists(
        is.selectFrom('run_tape').select('piece').whereRef('run_tape.run_id', '=', 'run.run_id'),
      ),
    )
    .orderBy('started_at', 'desc')
    .limit(MAX_TAPES)
    .execute()

/** The parts of a room that hold anything of this time, in order. */
export const partsAround = async (
  q: Q,
  room_id: string,
  { from_at, to_at }: StoredPart,
): Promise<StoredPart[]> =>
  complete(
    await whole(q)
      .where('room_id', '=', room_id)
      .where('from_at', '<=', to_at)
      .where('to_at', '>=', from_at)
      .execute(),
  )

/** The lines of one part. */
export async function textOfPart(q: Q, room_id: string, from_at: number): Promise<string> {
  const pieces = await q
    .selectFrom('run_tape')
    .select('body')
    .where('room_id', '=', room_id)
    .where('from_at', '=', from_at)
    .orderBy('piece')
    .execute()
  const packed = Buffer.from(pieces.map(({ body }) => body).join(''), 'base64')
  return (await unpack(packed, { maxOutputLength: MAX_TEXT })).toString()
}

/** The newest instant that the tape of a room holds. */
export async function tapedUntil(q: Q, room_id: string, since: number): Promise<number> {
  const row = await q
    .selectFrom('run_tape')
    .select((is) => is.fn.max('to_at').as('to_at'))
    .where('room_id', '=', room_id)
    .where('from_at', '>=', since)
    .executeTakeFirst()
  return row?.to_at ?? 0
}
