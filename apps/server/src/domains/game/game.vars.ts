import { sql } from 'kysely'
import { VarCalcType, VarType } from '@kaibo/contract/facts/enums.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { VarAdd, VarRow, VarUpdate } from '@kaibo/contract/game/variable.rows.schema.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import { ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { VarHow } from '@kaibo/contract/talk/variable.schema.ts'
import { keysReadBy } from '@kaibo/rules/catalogue.ts'
import { isFault } from '@kaibo/rules/fault.ts'
import type { RuleStateData } from '@kaibo/rules/state.ts'
import { tryVariable, valuesIn } from '@kaibo/rules/try-variable.ts'
import { amongGames, asVar, catalogueOf, gamesOf } from '#domains/lookup/game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { conflict, fault, invalid, taken } from '#platform/fault.ts'
import { Download, type Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import type { Games } from './game.service.ts'
import * as store from './game.store.ts'
import { breaksIn, inUse, usesIn } from './game.uses.ts'

export interface VarNeeds {
  /** What a room on this PC remembers; nothing where the PC does not say. */
  stateIn(room: { pc_id: string; room_code: string }): Promise<RuleStateData | undefined>
}

type Found = Awaited<ReturnType<ReturnType<typeof store.shownVars>['execute']>>[number]
type Draft = Pick<VarAdd, 'key' | 'name' | 'data_type' | 'how'>

const MAX_VARS = 200
const VARIABLE = words('变量', 'Variable')

/** How many rules and other variables of a game use a key. */
async function usedIn(q: Queryable<Tables>, game_id: string) {
  const sets = await store.setsOf(q, game_id)
  const { vars: all } = await catalogueOf(q, game_id)
  return (key: string): number =>
    usesIn(sets, ({ keys }) => keys.has(key)).length +
    all.filter((one) => keysReadBy(one).includes(key)).length
}

export function createVars(platform: Platform<Tables>, games: Games, needs: VarNeeds) {
  const { db, search, clock } = platform
  const vars = records(platform, {
    list: gameApi.vars,
    edit: gameApi.updateVar,
    noun: VARIABLE,
    table: 'game_var',
    key: 'var_id',
    called: 'name',
    rows: store.vars,
    shown: store.shownVars,
    scope: amongGames('game_var.game_id'),
    sees: gamesOf,
    filters: {
      game_id: 'game_var.game_id',
      calc: 'game_var.calc',
      var_id: 'game_var.var_id',
      // Says whose values are shown, not which variables
      room_code: () => sql`1 = 1`,
    },
    order: 'created_at',
    async answer(q, _, found) {
      const ids = [...new Set(found.map(({ game_id }) => game_id))]
      const used = new Map(
        await Promise.all(ids.map(async (id) => [id, await usedIn(q, id)] as const)),
      )
      return found.map((row) => rowOf(row, used.get(row.game_id)?.(row.key) ?? 0))
    },
    taken: { key: (key) => taken('key', keyTaken(key)) },
  })

  const add = (actor: Actor, { game_id, ...draft }: VarAdd) =>
    db.transaction(async (trx) => {
      await games.toEdit(trx, actor, game_id)
      const catalogue = await catalogueOf(trx, game_id)
      if (catalogue.vars.length >= MAX_VARS)
        throw conflict(
          words(`一个游戏最多${MAX_VARS}个变量`, `A game has at most ${MAX_VARS} variables`),
        )
      check(draft, with_(catalogue, draft))
      const var_id = await vars.insert(trx, actor, { game_id, ...stored(draft), is_demo: 0 })
      await games.changed(trx, game_id)
      return vars.added(trx, actor, var_id)
    })

  const update = (
    actor: Actor,
    { var_id, version, ...change }: VarUpdate,
  ): Promise<Changed<VarRow>> =>
    db.transaction(async (trx) => {
      const { game } = await vars.byId(trx, actor, var_id)
      await games.toEdit(trx, actor, game.id)
      return vars.change(trx, actor, { id: var_id, act: 'edit' }, async (before) => {
        const draft = { ...before, ...change }
        const was = await catalogueOf(trx, game.id)
        const now = with_(was, draft, before.key)
        check(draft, now)
        await vars.update(trx, actor, { id: var_id, version }, stored(draft))
        const broken = breaksIn(await store.setsOf(trx, game.id), was, now)
        if (broken.length > 0) throw inUse(broken, actor.scope, 'break')
        assertOthers(was, now, before.key, draft.key)
        await games.changed(trx, game.id)
      })
    })

  async function remove({ input, actor, audit }: Call<{ var_id: string }>) {
    const { var_id } = input
    await db.transaction(async (trx) => {
      const row = await vars.byId(trx, actor, var_id)
      const { game, key } = row
      await games.toEdit(trx, actor, game.id)
      audit({ target: row.name, target_id: var_id, before: row })
      const uses = usesIn(await store.setsOf(trx, game.id), ({ keys }) => keys.has(key))
      if (uses.length > 0) throw inUse(uses, actor.scope, 'use')
      const { vars: all } = await catalogueOf(trx, game.id)
      const readers = all.filter((one) => keysReadBy(one).includes(key))
      if (readers[0]) throw usedByVars(readers)
      await trx.deleteFrom('game_var').where('var_id', '=', var_id).execute()
      await search.keep(trx, 'game_var', [var_id])
      await games.changed(trx, game.id)
    })
    return null
  }

  async function list(
    call: Call<ParsedOf<typeof gameApi.vars>>,
  ): Promise<DataOf<typeof gameApi.vars> | Download> {
    const page = await vars.listed(call)
    const { room_code } = call.input
    if (page instanceof Download || room_code === undefined) return page
    const room = await roomOf(call.actor, room_code)
    const state = room && (await needs.stateIn(room))
    if (!state) return page
    const values = valuesIn(state, await catalogueOf(db.query, room.game_id), clock.now())
    return {
      ...page,
      list: page.list.map((row) =>
        row.game.id === room.game_id ? { ...row, value: values.get(row.key) ?? row.value } : row,
      ),
    }
  }

  async function roomOf({ scope }: Actor, room_code: string) {
    const room = await db.query
      .selectFrom('room')
      .select(['pc_id', 'game_id'])
      .where('room_code', '=', room_code)
      .where('deleted_at', 'is', null)
      .where(within(scope, 'org_id'))
      .executeTakeFirst()
    return room?.pc_id ? { pc_id: room.pc_id, game_id: room.game_id, room_code } : undefined
  }

  async function tryOut({
    input,
    actor,
    origin,
  }: Call<ParsedOf<typeof gameApi.tryVar>>): Promise<DataOf<typeof gameApi.tryVar>> {
    const { game_id, values, ...draft } = input
    await games.byId(db.query, actor, game_id)
    const catalogue = with_(await catalogueOf(db.query, game_id), draft)
    const { problems, reads, value } = tryVariable(draft.key, catalogue, values)
    if (problems[0] !== undefined) return { value: null, why: problems[0], reads }
    if (isFault(value))
      return { value: null, why: labelOf(ValueFault, value.code, origin.lang), reads }
    return { value, why: null, reads }
  }

  return {
    vars: list,
    addVar: vars.wrote(add),
    updateVar: vars.wrote(update),
    deleteVar: remove,
    tryVar: tryOut,
  }
}

/** The catalogue with the variable in the place of the one that had its key, or `before`. */
const with_ = (catalogue: Catalogue, draft: Draft, before = draft.key): Catalogue => ({
  ...catalogue,
  vars: [
    ...catalogue.vars.filter(({ key }) => key !== before && key !== draft.key),
    asVar({ ...draft, how_json: JSON.stringify(draft.how) }),
  ],
})

const BUILT_IN = /^(ev|sys)\./

function check({ key, how, data_type }: Draft, catalogue: Catalogue): void {
  if (BUILT_IN.test(key))
    throw invalid({
      key: words(
        'ev. 和 sys. 开头的是系统变量，请换一个',
        'Keys that begin with ev. or sys. are built in; choose another',
      ),
    })
  if (how.calc === VarCalcType.server)
    throw fault(
      Code.unavailable,
      words('服务端取值暂未开通', 'Values from the server are not available yet'),
    )
  const type = data_type === 0 ? 'number' : 'string'
  if (how.calc === VarCalcType.common && how.default !== undefined && typeof how.default !== type)
    throw invalid({
      'how.default':
        type === 'number'
          ? words('初始值须为数字', 'The value must be a number')
          : words('初始值须为文字', 'The value must be a text'),
    })
  const [problem] = tryVariable(key, catalogue).problems
  if (problem !== undefined) throw invalid({ how: words(problem, problem) })
}

/** 1006 where a variable that was in order is not any more. */
function assertOthers(was: Catalogue, now: Catalogue, before: string, after: string): void {
  const broken = now.vars.filter(
    ({ key }) =>
      key !== after &&
      key !== before &&
      tryVariable(key, now).problems.length > 0 &&
      tryVariable(key, was).problems.length === 0,
  )
  if (broken[0]) throw usedByVars(broken)
}

const usedByVars = (all: readonly { key: string; name: string }[]) =>
  conflict(
    words(
      `正被变量「${all.map(({ name }) => name).join('」「')}」使用，请先改掉`,
      `Used by the variables ${all.map(({ name }) => `“${name}”`).join(', ')}; change them first`,
    ),
    { vars: all.map(({ key, name }) => ({ key, name })) },
  )

const stored = ({ key, name, data_type, how }: Draft) => ({
  key,
  name,
  data_type,
  calc: how.calc,
  how_json: JSON.stringify(how),
})

function rowOf(
  { how_json, game_id, game_name, editor, ...row }: Found,
  references: number,
): VarRow {
  const how = JSON.parse(how_json) as VarHow
  const isGlobal = how.calc === VarCalcType.common && how.scope === 'global'
  return {
    ...row,
    game: { id: game_id, name: game_name },
    how,
    var_type: VarType.game,
    references,
    value: isGlobal ? (how.default ?? null) : null,
    updated_by: editor,
  }
}

const keyTaken = (key: string) =>
  words(
    `这个游戏已有变量「${key}」，请换一个标识`,
    `The game has a variable “${key}” already; choose another key`,
  )
