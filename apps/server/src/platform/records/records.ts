import { sql, type Insertable, type Updateable } from 'kysely'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import type { Actor } from '../auth/actor.ts'
import { duplicateIn, type Queryable } from '../db/db.ts'
import { afterCommit } from '../db/ending.ts'
import { hold } from '../db/hold.ts'
import { changeVersion, lastSavedBy } from '../db/versioned.ts'
import { conflict, Fault, notFound, savedMeanwhile } from '../fault.ts'
import { workbook } from '../file/sheet.ts'
import type { Call, Download } from '../http/implement.ts'
import type { ChangedRow } from '../live/hub.ts'
import type { Platform } from '../platform.ts'
import { isRecord } from '../record.ts'
import type { Asked, Declaration, Listed } from './declaration.ts'
import { reading } from './reading.ts'

/** A row before and after a write, for the answer and the audit row; no `before` for a new row. */
export interface Changed<Row, Before = Row | undefined> {
  before: Before
  after: Row
}

/** Columns that `insert` and `update` set by themselves. */
type Stamp = 'created_at' | 'updated_at' | 'updated_by' | 'version'

interface Edited {
  id: string
  version: number
}

interface Enabling {
  id: string
  enabled: 0 | 1
  version?: number | undefined
}

/**
 * Lists and edits the rows of a table by one declaration: within the caller's scope, checked by version, with a message where
 * a unique value is taken, found by what the rows are called, with live messages to open lists and with audit rows. The writing functions take the caller's
 * transaction, so that a domain can add its own writes.
 */
export function records<
  Tables,
  Table extends keyof Tables & string,
  DB,
  From extends keyof DB,
  ShownDB,
  Shown extends keyof ShownDB,
  Found,
  Query extends Asked,
  Row extends Listed & Readonly<Record<Key, string>>,
  Key extends keyof Tables[Table] & string,
  Act extends string = 'edit',
>(
  { db, clock, ids, live, search }: Platform<Tables>,
  given: Declaration<Tables, DB, From, ShownDB, Shown, Found, Query, Row, Key, Act> & {
    table: Table
  },
) {
  const { table, key, noun, list, sheet } = given
  const read = reading(given, search)
  const tellLists = list.live ? live.list(list, given.sees) : undefined

  const sees = async (actor: Actor, id: string): Promise<boolean> =>
    (await read.one(db.query, actor, id, clock.now())) !== undefined
  if (given.edit) live.form(given.edit, sees)

  async function byId(q: Queryable<Tables>, actor: Actor, id: string): Promise<Row> {
    const now = clock.now()
    const found = await read.one(q, actor, id, now)
    const [row] = found ? await given.answer(q, actor, [found], now) : []
    if (!row) throw notFound(noun)
    return row
  }

  /** The row, if the act is allowed on it; throws otherwise. */
  async function toChange(
    q: Queryable<Tables>,
    actor: Actor,
    id: string,
    act: Act | 'edit' | 'enable' | 'disable',
  ): Promise<Row> {
    const row = await byId(q, actor, id)
    const can = given.can?.(act, row, actor) ?? true
    if (can instanceof Fault) throw can
    if (can !== true) throw conflict(can, row)
    return row
  }

  /** Those who saw the row before a change and those who see it now. */
  function heardBy(rows: readonly Row[]): Pick<ChangedRow, 'of'> {
    const { heardBy: of } = given
    if (!of) return {}
    const all = rows.flatMap((row) => of(row) ?? [])
    if (all.length < rows.length) return {}
    const uid = all.at(-1)?.uid
    return {
      of: { org_ids: all.flatMap(({ org_ids }) => org_ids), ...(uid !== undefined && { uid }) },
    }
  }

  /** Reads the row after a write, and tells open lists of it after the commit. */
  async function written<Before extends Row | undefined>(
    trx: Queryable<Tables>,
    actor: Actor,
    id: string,
    before: Before,
  ): Promise<Changed<Row, Before>> {
    const after = await byId(trx, actor, id)
    const row = { id, ...heardBy(before ? [before, after] : [after]) }
    if (tellLists) afterCommit(trx, () => tellLists(actor, row))
    return { before, after }
  }

  /** Turns a violated unique index into the declared fault: only the index notices two writes at the same moment. */
  const inWords = (values: Readonly<Record<string, unknown>>) => (error: unknown) => {
    const duplicate = duplicateIn(error)
    if (duplicate === undefined) throw error
    for (const [column, taken] of Object.entries(given.taken ?? {}))
      if (duplicate.includes(column)) throw taken(String(values[column]))
    throw error
  }

  async function insert(
    trx: Queryable<Tables>,
    actor: Actor,
    values: Omit<Insertable<Tables[Table]>, Key | Stamp>,
  ): Promise<string> {
    const now = clock.now()
    const id = ids.next(now)
    const stamp = { created_at: now, updated_at: now, updated_by: actor.uid, version: 1 }
    const row = { ...values, ...stamp, [key]: id }
    const cells = Object.entries<unknown>(row).filter(([, value]) => value !== undefined)
    await sql`
      insert into ${sql.table(table)} (${sql.join(cells.map(([column]) => sql.ref(column)))})
      values (${sql.join(cells.map(([, value]) => value))})`
      .execute(trx)
      .catch(inWords({ ...values }))
    await search.keep(trx, table, [id])
    return id
  }

  /** 1006 with the row as it is now, and who saved it. */
  async function stale(trx: Queryable<Tables>, actor: Actor, id: string): Promise<Fault> {
    const isOwn = (await lastSavedBy(trx, table, { key, value: id })) === actor.uid
    return savedMeanwhile(noun, await byId(trx, actor, id), isOwn)
  }

  /** Writes the change; answers 1006 with the present row where somebody has saved since `version`. */
  async function write(
    trx: Queryable<Tables>,
    actor: Actor,
    { id, version }: Edited,
    change: object,
  ): Promise<void> {
    const stamped = { ...change, updated_at: clock.now(), updated_by: actor.uid }
    const edited = { key, value: id, version }
    const isChanged = await changeVersion(trx, table, edited, stamped).catch(inWords({ ...change }))
    if (!isChanged) throw await stale(trx, actor, id)
    if (Object.keys(change).some((column) => search.reads(table, column)))
      await search.keep(trx, table, [id])
  }
  const update = (
    trx: Queryable<Tables>,
    actor: Actor,
    edited: Edited,
    change: Updateable<Tables[Table]>,
  ): Promise<void> => write(trx, actor, edited, change)

  /** Runs `work` on a row if the act is allowed; `work` does the writing, usually with `update`. */
  async function change(
    trx: Queryable<Tables>,
    actor: Actor,
    { id, act }: { id: string; act: Act | 'edit' | 'enable' | 'disable' },
    work: (before: Row) => Promise<void>,
  ): Promise<Changed<Row, Row>> {
    const before = await toChange(trx, actor, id, act)
    await work(before)
    return written(trx, actor, id, before)
  }

  async function page(actor: Actor, query: Query): Promise<Page<Row>> {
    const now = clock.now()
    const { found, total } = await read.page(db.query, actor, query, now)
    return { list: await given.answer(db.query, actor, found, now), total }
  }

  /**
   * Idempotent: enabling an enabled row writes nothing and answers it. With `version` it takes back an earlier write, and is
   * refused where the row has been saved since.
   */
  async function enable(
    trx: Queryable<Tables>,
    actor: Actor,
    { id, enabled, version }: Enabling,
    work: (before: Row) => Promise<void> | void = () => {},
  ): Promise<Changed<Row, Row>> {
    let row = await byId(trx, actor, id)
    if (row.enabled !== enabled) {
      // Of two at once the second then finds what the first has done.
      await hold(trx, table, key, id)
      row = await byId(trx, actor, id)
    }
    if (version !== undefined && row.version !== version) throw await stale(trx, actor, id)
    if (row.enabled === enabled) return { before: row, after: row }
    const act = enabled === 1 ? 'enable' : 'disable'
    return change(trx, actor, { id, act }, async (before) => {
      await write(trx, actor, { id, version: before.version }, { enabled })
      await work(before)
    })
  }

  /** The handler of a write: it answers the row, and the audit has what was and what is. */
  const wrote =
    <Input>(write: (actor: Actor, input: Input) => Promise<Changed<Row, Row | undefined>>) =>
    async ({ input, actor, audit }: Call<Input>): Promise<Row> => {
      const name = isRecord(input) ? input[given.called] : undefined
      if (typeof name === 'string') audit({ target: name })
      const { before, after } = await write(actor, input)
      audit({ target: after[given.called], target_id: after[key], before, after })
      return after
    }

  return {
    /** Whether there is such a row in the actor's scope. */
    sees,
    byId,
    stale,
    insert,
    update,
    change,

    /** Tells open lists, after the commit, of a row that they show no more. */
    tell(trx: Queryable<Tables>, actor: Actor, row: Row): void {
      if (tellLists) afterCommit(trx, () => tellLists(actor, { id: row[key], ...heardBy([row]) }))
    },

    /** To be called when an inserted row and all that belongs to it are written. */
    added: (trx: Queryable<Tables>, actor: Actor, id: string) => written(trx, actor, id, undefined),

    /** Tells open lists, after the commit, of a row that they show no more. */
    left(trx: Queryable<Tables>, actor: Actor, row: Row): void {
      const gone = { id: row[key], ...heardBy([row]) }
      if (tellLists) afterCommit(trx, () => tellLists(actor, gone))
    },

    enable,

    /** The handler of the list: a page, or with `export` all matching rows as a file that is written while they are read. */
    listed: async ({ input, actor, origin }: Call<Query>): Promise<Page<Row> | Download> => {
      const now = clock.now()
      if (!input.export || !sheet) return page(actor, input)
      const after = async (last: Row | undefined, limit: number) => {
        const wanted = { query: { ...input, page: 1, page_size: limit }, now, after: last?.[key] }
        const found = await read.following(db.query, actor, wanted)
        return given.answer(db.query, actor, found, now)
      }
      return workbook(sheet, { lang: origin.lang, span: dayOf(now), after })
    },

    wrote,

    /** The handler of a call that enables and disables, where nothing else comes of it. */
    enabled: wrote((actor: Actor, input: Enabling) =>
      db.transaction((trx) => enable(trx, actor, input)),
    ),
  }
}
