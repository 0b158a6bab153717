import { EventType, NotifyMode, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import {
  RESERVED_KEYS,
  type EventAdd,
  type EventRow,
  type EventUpdate,
  type PayloadField,
  type SystemEventRow,
} from '@kaibo/contract/game/event.schema.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { SYSTEM_EVENTS } from '@kaibo/contract/talk/talk.events.ts'
import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { amongGames, catalogueOf, gamesOf } from '#domains/lookup/game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict, invalid, notFound, taken } from '#platform/fault.ts'
import { Download, type Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import type { Games } from './game.service.ts'
import * as store from './game.store.ts'
import { breaksIn, inUse, usesIn } from './game.uses.ts'

type Found = Awaited<ReturnType<ReturnType<typeof store.shownEvents>['execute']>>[number]
type Status = GamePart['statuses'][number]

const MAX_EVENTS = 100

/** What every game can do: `game.<key>`. */
const SYSTEM = [...SYSTEM_EVENTS.values()].filter(({ key }) => key.startsWith('game.'))
const plainKey = (key: string) => key.slice('game.'.length)

const statusOf = (status_json: string, key: string): Pick<EventRow, 'only_in' | 'sets'> => {
  const statuses = JSON.parse(status_json) as Status[]
  const { only_in = [], sets = null } = statuses.find((one) => one.key === key) ?? {}
  return { only_in, sets }
}

/** The sets of the games that these rows are of. */
async function setsOfAll(q: Queryable<Tables>, rows: readonly { game_id: string }[]) {
  const sets = []
  for (const game_id of new Set(rows.map((row) => row.game_id)))
    sets.push(...(await store.setsOf(q, game_id)))
  return sets
}

async function assertUnused(
  trx: Queryable<Tables>,
  actor: Actor,
  game_id: string,
  key: string,
): Promise<void> {
  const uses = usesIn(await store.setsOf(trx, game_id), (one) => one.events.has(key))
  if (uses.length > 0) throw inUse(uses, actor.scope, 'use')
}

async function systemRows(
  q: Queryable<Tables>,
  game_id: string,
  lang: Lang,
): Promise<SystemEventRow[]> {
  const game = await q
    .selectFrom('game')
    .select(['status_json', 'off_json'])
    .where('game_id', '=', game_id)
    .executeTakeFirst()
  if (!game) return []
  const off = JSON.parse(game.off_json) as string[]
  const sets = await store.setsOf(q, game_id)
  return SYSTEM.map(({ key, label, variables, eta }) => ({
    event_id: `${game_id}:${plainKey(key)}`,
    key: plainKey(key),
    name: label[lang],
    type: EventType.system,
    payload: variables
      .filter((one) => one.key.startsWith('ev.'))
      .map((one) => ({
        key: one.key.slice('ev.'.length),
        label: one.label[lang],
        type: one.type,
      })),
    notify: eta ? NotifyMode.advance : NotifyMode.normal,
    ...statusOf(game.status_json, plainKey(key)),
    references: referencesTo(sets, key),
    enabled: off.includes(key) ? OpenStatus.close : OpenStatus.open,
  }))
}

export function createEvents(platform: Platform<Tables>, games: Games) {
  const { db, search } = platform
  const events = records(platform, {
    list: gameApi.events,
    edit: gameApi.updateEvent,
    noun: nouns.event,
    table: 'game_event',
    key: 'event_id',
    called: 'name',
    rows: store.events,
    shown: store.shownEvents,
    scope: amongGames('game_event.game_id'),
    sees: gamesOf,
    filters: {
      game_id: 'game_event.game_id',
      enabled: 'game_event.enabled',
      event_id: 'game_event.event_id',
    },
    order: 'created_at',
    async answer(q, _, found) {
      const sets = await setsOfAll(q, found)
      return found.map((row) => rowOf(row, referencesTo(sets, `game.${row.key}`)))
    },
    taken: { key: (key) => taken('key', keyTaken(key)) },
  })

  const add = (actor: Actor, { game_id, ...draft }: EventAdd) =>
    db.transaction(async (trx) => {
      await games.toEdit(trx, actor, game_id)
      check(draft)
      const standing = await store.eventsOf(trx, game_id)
      if (standing.length >= MAX_EVENTS)
        throw conflict(
          words(`一个游戏最多${MAX_EVENTS}个事件`, `A game has at most ${MAX_EVENTS} events`),
        )
      const event_id = await events.insert(trx, actor, {
        game_id,
        ...stored(draft),
        enabled: OpenStatus.open,
        is_demo: 0,
      })
      await games.changed(trx, game_id)
      return events.added(trx, actor, event_id)
    })

  const update = (actor: Actor, input: EventUpdate): Promise<Changed<EventRow>> =>
    db.transaction(async (trx) => {
      const { event_id, version, force, ...change } = input
      const { game_id } = await events.byId(trx, actor, event_id)
      await games.toEdit(trx, actor, game_id)
      return events.change(trx, actor, { id: event_id, act: 'edit' }, async (before) => {
        const draft = { ...before, ...change }
        check(draft)
        const was = await catalogueOf(trx, game_id)
        await events.update(trx, actor, { id: event_id, version }, stored(draft))
        if (!force) {
          const sets = await store.setsOf(trx, game_id)
          const broken = breaksIn(sets, was, await catalogueOf(trx, game_id))
          if (broken.length > 0) throw inUse(broken, actor.scope, 'break')
        }
        await games.renamed(trx, game_id, before.key, draft.key)
        await games.changed(trx, game_id)
      })
    })

  async function remove({ input, actor, audit }: Call<{ event_id: string }>) {
    const { event_id } = input
    if (systemIn(event_id))
      throw conflict(words('系统事件不能删除', 'An event of every game cannot be deleted'))
    await db.transaction(async (trx) => {
      const row = await events.byId(trx, actor, event_id)
      await games.toEdit(trx, actor, row.game_id)
      audit({ target: row.name, target_id: event_id, before: row })
      await assertUnused(trx, actor, row.game_id, `game.${row.key}`)
      await trx.deleteFrom('game_event').where('event_id', '=', event_id).execute()
      await search.keep(trx, 'game_event', [event_id])
      await games.changed(trx, row.game_id)
    })
    return null
  }

  /** A system event is enabled and disabled in the game that the id names. */
  async function enable({
    input,
    actor,
    audit,
    origin,
  }: Call<ParsedOf<typeof gameApi.enableEvent>>) {
    const { event_id, enabled } = input
    const system = systemIn(event_id)
    return db.transaction(async (trx) => {
      const game_id = system?.game_id ?? (await events.byId(trx, actor, event_id)).game_id
      await games.toEdit(trx, actor, game_id)
      if (system) {
        const before = await systemRows(trx, game_id, origin.lang)
        audit({
          target: system.key,
          target_id: event_id,
          before: before.find((one) => one.event_id === event_id),
        })
        if (enabled === OpenStatus.close)
          await assertUnused(trx, actor, game_id, `game.${system.key}`)
        await games.switched(trx, game_id, system.key, enabled)
        await games.changed(trx, game_id)
        const row = (await systemRows(trx, game_id, origin.lang)).find(
          (one) => one.event_id === event_id,
        )
        if (!row) throw notFound(nouns.event)
        audit({ target: row.name, target_id: event_id, after: row })
        return row
      }
      const { before, after } = await events.enable(
        trx,
        actor,
        { id: event_id, enabled },
        async (row) => {
          if (enabled === OpenStatus.close)
            await assertUnused(trx, actor, game_id, `game.${row.key}`)
          await games.changed(trx, game_id)
        },
      )
      audit({ target: after.name, target_id: event_id, before, after })
      const { game_id: _, sample: __, created_at: ___, ...rest } = after
      return common(rest)
    })
  }

  const calls = {
    async events(
      call: Call<ParsedOf<typeof gameApi.events>>,
    ): Promise<DataOf<typeof gameApi.events> | Download> {
      const { input, actor, origin } = call
      await games.byId(db.query, actor, input.game_id)
      const page = await events.listed(call)
      if (page instanceof Download) return page
      return { ...page, system: await systemRows(db.query, input.game_id, origin.lang) }
    },
    addEvent: events.wrote(add),
    updateEvent: events.wrote(update),
    deleteEvent: remove,
    enableEvent: enable,
  }
  return {
    calls,
    /** The key that an event is known by in its game. */
    async keyOf(
      q: Queryable<Tables>,
      game_id: string,
      event_id: string,
    ): Promise<string | undefined> {
      const system = systemIn(event_id)
      if (system) return system.game_id === game_id ? system.key : undefined
      const row = await q
        .selectFrom('game_event')
        .select('key')
        .where('event_id', '=', event_id)
        .where('game_id', '=', game_id)
        .executeTakeFirst()
      return row?.key
    },
  }
}

const referencesTo = (sets: Parameters<typeof usesIn>[0], key: string): number =>
  usesIn(sets, ({ events }) => events.has(key)).length

function systemIn(event_id: string): { game_id: string; key: string } | undefined {
  const [game_id = '', key = ''] = event_id.split(':')
  return SYSTEM.some((one) => plainKey(one.key) === key) ? { game_id, key } : undefined
}

const common = ({
  event_id,
  key,
  name,
  type,
  payload,
  notify,
  only_in,
  sets,
  references,
  enabled,
}: SystemEventRow): SystemEventRow => ({
  event_id,
  key,
  name,
  type,
  payload,
  notify,
  only_in,
  sets,
  references,
  enabled,
})

function rowOf(row: Found, references: number): EventRow {
  const { payload_json, sample_json, editor, status_json, updated_by: _, ...rest } = row
  return {
    ...rest,
    type: EventType.common,
    payload: JSON.parse(payload_json) as PayloadField[],
    sample: JSON.parse(sample_json) as EventRow['sample'],
    ...statusOf(status_json, row.key),
    references,
    updated_by: editor,
  }
}

type Draft = Pick<EventAdd, 'key' | 'name' | 'payload' | 'sample' | 'notify'>

const stored = ({ key, name, payload, sample, notify }: Draft) => ({
  key,
  name,
  payload_json: JSON.stringify(payload),
  sample_json: JSON.stringify(sample),
  notify,
})

/** 1001 at each field that does not fit the others. */
function check({ key, payload, sample }: Draft): void {
  const wrong: Record<string, Words> = {}
  if (RESERVED_KEYS.some((one) => one === key))
    wrong['key'] = words(
      `「${key}」是系统事件，请换一个标识`,
      `“${key}” is an event of every game; choose another key`,
    )
  const fields = new Map<string, PayloadField>()
  for (const [row, field] of payload.entries()) {
    if (fields.has(field.key))
      wrong[`payload.${row}.key`] = words(
        `字段「${field.key}」重复了`,
        `The field “${field.key}” is there twice`,
      )
    if (field.fallback !== undefined && !fits(field, field.fallback))
      wrong[`payload.${row}.fallback`] = ofType(field)
    if (field.sums && field.type !== 0)
      wrong[`payload.${row}.sums`] = words('只有数字可以相加', 'Only numbers add up')
    fields.set(field.key, field)
  }
  for (const [name, value] of Object.entries(sample)) {
    const field = fields.get(name)
    if (!field)
      wrong[`sample.${name}`] = words(`没有字段「${name}」`, `There is no field “${name}”`)
    else if (!fits(field, value)) wrong[`sample.${name}`] = ofType(field)
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

const fits = ({ type }: PayloadField, value: Scalar): boolean =>
  typeof value === (type === 0 ? 'number' : 'string')

const ofType = ({ label, type }: PayloadField): Words =>
  type === 0
    ? words(`「${label}」须为数字`, `“${label}” must be a number`)
    : words(`「${label}」须为文字`, `“${label}” must be a text`)

const keyTaken = (key: string): Words =>
  words(
    `这个游戏已有事件「${key}」，请换一个标识`,
    `The game has an event “${key}” already; choose another key`,
  )
