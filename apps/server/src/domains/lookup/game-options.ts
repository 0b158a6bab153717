import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import { VarCalcType, VarType } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import type { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { EMPTY_CATALOGUE, type Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import { knownIn } from '@kaibo/rules/catalogue.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { notFound } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Clock } from '#platform/clock.ts'
import { catalogueOf, gamesOf } from './game.ts'
import { gameFacts, gameOptions } from './lookup.store.ts'

type Lookup = typeof lookupApi

const isSought = (keyword: string | undefined, ...texts: string[]): boolean =>
  keyword === undefined || texts.some((text) => text.includes(keyword))

/** Games, and what rules can speak of in them, for whoever may choose them. */
export const gameOptionsOf = (q: Queryable<Tables>, clock: Clock) => {
  async function factsOf(actor: Actor, game_id: string) {
    const game = await gameFacts(q, gamesOf(actor), game_id)
    if (!game) throw notFound(nouns.game)
    return game
  }
  async function catalogueFor(actor: Actor, game_id: string | undefined): Promise<Catalogue> {
    if (game_id === undefined) return EMPTY_CATALOGUE
    return catalogueOf(q, (await factsOf(actor, game_id)).id)
  }

  const option = <Row extends { id: string; auth_expire_at: number | null }>({
    auth_expire_at,
    ...row
  }: Row) => ({
    ...row,
    uid: row.id,
    expire_status: expireStatusOf(auth_expire_at, clock.now()),
  })

  return {
    async games({
      input,
      actor,
    }: Call<ParsedOf<Lookup['games']>>): Promise<DataOf<Lookup['games']>> {
      const games = await gameOptions(q, { scope: gamesOf(actor), ...input })
      return { list: games.map(option) }
    },
    async game({ input, actor }: Call<ParsedOf<Lookup['game']>>): Promise<DataOf<Lookup['game']>> {
      const { camps_json, commands_json, gift_json, keyword_json, ...row } = await factsOf(
        actor,
        input.game_id,
      )
      return {
        ...option(row),
        camps: JSON.parse(camps_json) as GamePart['camps'],
        commands: JSON.parse(commands_json) as GamePart['commands'],
        gift_map: JSON.parse(gift_json) as GamePart['gift_map'],
        keyword_map: JSON.parse(keyword_json) as GamePart['keyword_map'],
      }
    },
    async events({
      input,
      actor,
      origin,
    }: Call<ParsedOf<Lookup['events']>>): Promise<DataOf<Lookup['events']>> {
      const { events } = knownIn(await catalogueFor(actor, input.game_id))
      const list = [...events.values()].map(({ key, label, eta = false, variables }) => ({
        id: key,
        uid: key,
        name: label[origin.lang],
        eta,
        payload: variables.map((one) => ({
          key: one.key,
          label: one.label[origin.lang],
          type: one.type,
        })),
      }))
      return { list: list.filter(({ id, name }) => isSought(input.keyword, id, name)) }
    },
    async vars({ input, actor }: Call<ParsedOf<Lookup['vars']>>): Promise<DataOf<Lookup['vars']>> {
      const { vars } = await catalogueFor(actor, input.game_id)
      const list = vars.map((one) => ({
        id: one.key,
        uid: one.key,
        name: one.name,
        var_type: VarType.game,
        data_type: one.data_type,
        settable: one.calc === VarCalcType.common && one.scope !== 'global',
      }))
      return { list: list.filter(({ id, name }) => isSought(input.keyword, id, name)) }
    },
  }
}
