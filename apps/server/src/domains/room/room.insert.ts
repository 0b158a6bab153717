import {
  INSERT_TTL_MS,
  INSERT_WITHIN_MS,
  type PlayedFile,
} from '@kaibo/contract/agent/insert.schema.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { about, asIs, bracketed, words } from '@kaibo/contract/kernel/words.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import { type InsertRow } from '@kaibo/contract/room/room.insert.schema.ts'
import { InsertKind, MAX_INSERTS, OPEN_INSERTS } from '@kaibo/contract/room/room.insert.rules.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { directionOf } from '#platform/db/direction.ts'
import {
  after,
  capped,
  COUNTED,
  countOf,
  offsetOf,
  pageFrom,
  placeAt,
  readPage,
} from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import { playOf, seesFiles } from './room.cut-in.ts'
import * as store from './room.insert.store.ts'
import { spoken } from './room.moments.ts'
import { roomByCode, type Room } from './room.store.ts'

const CANCEL_WITHIN_MS = 5_000
/** Spools travel slowly after an outage: longer than it waits on the PC. */
const HEARD_WITHIN_MS = INSERT_TTL_MS + 60_000

type Asked = Pick<ParsedOf<typeof roomApi.say>, 'position' | 'key'>

interface Inserted {
  act: 'say' | 'cutIn'
  text: string
  play?: PlayedFile
}

/** What people have the anchor of a room say. */
export function createInserts({ platform, link, rules, assets, feed }: RoomContext) {
  const { db, clock, ids, log } = platform

  /** Its row is there: whether the PC has it is told by the row. */
  async function send(row: store.Insert, pc_id: string, play?: PlayedFile): Promise<void> {
    const { id, room_id, room_code, text, position, created_by } = row
    const end = await link.command({
      pc_id,
      room_id,
      room_code,
      name: 'room.insert',
      args: { insert: { id, text, position, ...(play && { play }) } },
      within_ms: INSERT_WITHIN_MS,
      created_by,
    })
    const updated_at = clock.now()
    if (end.state === 'done') {
      const expires_at = updated_at + HEARD_WITHIN_MS
      await store.change(db.query, id, ['queued'], { status: 'sent', expires_at, updated_at })
      return
    }
    const status = end.state === 'expired' ? 'expired' : 'failed'
    const detail = end.detail ?? LATE.zh
    if (await store.change(db.query, id, ['queued'], { status, detail, updated_at }))
      await note(row, status, detail)
  }

  /** The timeline says what was not said. */
  async function note({ room_id, run_id, text, kind }: store.Insert, tag: string, why: string) {
    const at = clock.now()
    const called = kind === null || kind === InsertKind.text ? SAY : CUT_IN
    const said = bracketed(called, asIs(text))
    const moment = {
      key: ids.next(at),
      room_id,
      run_id,
      at,
      kind: 'command',
      tag,
      ...spoken(about(said, asIs(why))),
      event_id: null,
      data_json: JSON.stringify({ name: 'room.insert' }),
    }
    const moments = db.query.insertInto('room_moment').values(moment)
    feed.stored({ moments: await moments.returning(['id', 'room_id']).execute() })
  }

  async function screened({ words_hash }: Room, line: string): Promise<string> {
    const { text, forbidden } = await rules.screen(words_hash, line)
    if (forbidden === null) return text
    throw invalid({
      text: words(`含有敏感词「${forbidden}」`, `Holds the forbidden word “${forbidden}”`),
    })
  }

  async function roomOf(actor: Actor, room_code: string): Promise<Room> {
    const room = await roomByCode(db.query, actor.scope, room_code)
    if (!room) throw notFound(nouns.room)
    return room
  }

  /** Its row first: what becomes of it on the PC is told by the row. */
  async function insert(
    { uid, scope }: Actor,
    { id: room_id, room_code }: Room,
    { position, key }: Asked,
    { act, text, play }: Inserted,
  ): Promise<store.Insert> {
    const at = clock.now()
    const id = ids.next(at)
    const { row, pc_id } = await db.transaction(async (trx) => {
      await hold(trx, 'room', 'id', room_id)
      const room = await roomByCode(trx, scope, room_code)
      if (!room) throw notFound(nouns.room)
      const can = roomCan(act, room.state)
      if (can !== true) throw conflict(can)
      if (room.pc_id === null) throw conflict(NO_PC)
      if (play) await seesFiles(trx, room)
      if ((await store.openIn(trx, room_id)) >= MAX_INSERTS) throw conflict(MANY)
      const { org_id, run_id } = room
      const of = { id, key, created_by: uid, room_id, org_id, run_id }
      const times = { at, expires_at: at + INSERT_WITHIN_MS, updated_at: at }
      const { kind = InsertKind.text, asset_id = null, volume = null } = play ?? {}
      const what = { text, position, kind, asset_id, volume }
      await trx
        .insertInto('room_insert')
        .values({ ...of, ...times, ...what, status: 'queued', detail: null })
        .onConflict((on) => on.columns(['created_by', 'key']).doNothing())
        .execute()
      return { row: await store.insertByKey(trx, uid, key), pc_id: room.pc_id }
    })
    if (!row) throw notFound(nouns.room)
    if (row.id === id)
      send(row, pc_id, play).catch((err: unknown) =>
        log.error({ err, id }, 'an insert is not sent'),
      )
    return row
  }

  return {
    say: async (
      actor: Actor,
      { text: line, ...asked }: ParsedOf<typeof roomApi.say>,
    ): Promise<store.Insert> => {
      const found = await roomOf(actor, asked.room_code)
      const before = await store.insertByKey(db.query, actor.uid, asked.key)
      if (before) return before
      return insert(actor, found, asked, { act: 'say', text: await screened(found, line) })
    },

    cutIn: async (
      actor: Actor,
      { asset_id, volume, ...asked }: ParsedOf<typeof roomApi.cutInVideo>,
    ): Promise<store.Insert> => {
      const found = await roomOf(actor, asked.room_code)
      const before = await store.insertByKey(db.query, actor.uid, asked.key)
      if (before) return before
      const now = clock.now()
      const { name, play } = await playOf(db.query, assets, found, { asset_id, volume }, now)
      return insert(actor, found, asked, { act: 'cutIn', text: name, play })
    },

    async page(
      room: Room,
      query: ParsedOf<typeof roomApi.inserts>,
      patience: Patience,
    ): Promise<EndlessPage<InsertRow>> {
      const direction = directionOf(query)
      const all = store.insertsOf(db.query, room.id)
      const counted = db.query.selectFrom('room_insert').where('room_id', '=', room.id)
      const first = countOf(db.query, counted.select('id').limit(COUNTED))
      const [count] = await readPage(db, first, query, patience)
      const order = ['it.at', 'it.id'] as const
      const page = all
        .where(after(order, direction, placeAt(query.cursor, [0, ''])))
        .orderBy('it.at', direction)
        .orderBy('it.id', direction)
        .limit(query.page_size + 1)
        .offset(offsetOf(query))
      const rows = await readPage(db, page, query, patience)
      return { ...pageFrom(rows, query, { placeOf, rowOf }), ...capped(count?.total ?? 0) }
    },

    /** Nothing is stored before the PC has answered, so it is found in a transaction: it owes the audit row before that. */
    cancel: async (actor: Actor, id: string): Promise<store.Insert> => {
      const row = await db.transaction((trx) => store.insertById(trx, actor.scope, id))
      if (!row) throw notFound(INSERT)
      if (!OPEN_INSERTS.some((open) => open === row.status) || row.pc_id === null)
        throw conflict(OVER)
      const { pc_id, room_id, room_code } = row
      const end = await link.command({
        pc_id,
        room_id,
        room_code,
        name: 'room.insert_cancel',
        args: { insert_id: id },
        within_ms: CANCEL_WITHIN_MS,
        created_by: actor.uid,
      })
      if (end.state === 'expired') throw fault(Code.noAnswer, NO_ANSWER)
      if (end.state !== 'done') throw conflict(end.detail === null ? OVER : asIs(end.detail))
      const updated_at = clock.now()
      await store.change(db.query, id, OPEN_INSERTS, { status: 'cancelled', updated_at })
      return (await store.insertById(db.query, actor.scope, id)) ?? row
    },

    /** Ends those of which nothing was heard: the PC or a server was killed. */
    async expire(): Promise<void> {
      for (const room_id of await store.expireInserts(db.query, clock.now())) feed.touch(room_id)
    },
  }
}

const placeOf = ({ at, id }: store.Insert) => [at, id] as const

export const rowOf = (row: store.Insert): InsertRow => ({
  id: row.id,
  room_code: row.room_code,
  kind: row.kind ?? InsertKind.text,
  text: row.text,
  asset_id: row.asset_id,
  position: row.position,
  status: row.status,
  detail: row.detail,
  by: row.nickname,
  at: row.at,
})

const SAY = words('立即说', 'Say')
const CUT_IN = words('插播', 'Cut in')
const INSERT = words('插播', 'Insert')
const NO_PC = words('未选择PC客户端', 'No PC is chosen')
const MANY = words(
  `已有${MAX_INSERTS}条待插播，请等它们结束或取消`,
  `${MAX_INSERTS} inserts wait already; wait for them or cancel some`,
)
const LATE = words('客户端没有在30秒内收到', 'The PC did not have it within 30 s')
const OVER = words('已经结束或取消了', 'It is over or cancelled already')
const NO_ANSWER = words('PC未响应，请稍后重试', 'The PC does not answer; try again later')
