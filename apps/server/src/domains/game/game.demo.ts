import { GameType, IsOrNot, NotifyMode, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { tugWarCatalogue, tugWarPart, tugWarSamples } from '@kaibo/contract/game/tug-war.ts'
import { DEFAULT_IDLE_S } from '@kaibo/contract/talk/bundle.schema.ts'
import { VarHow } from '@kaibo/contract/talk/variable.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

const plain = (key: string, prefix: string) => key.slice(prefix.length)

/** Gives one organisation the game that is built in, as somebody would have entered it. Answers its id. */
export const createDemoGame =
  ({ db, ids, clock, search }: Platform<Tables>) =>
  (org_id: string): Promise<string> =>
    db.transaction(async (trx) => {
      const now = clock.now()
      const game_id = ids.next(now)
      const { name, launch, camps, round_max_min, commands, gift_map, keyword_map } =
        tugWarPart(game_id)
      const stamp = {
        is_demo: IsOrNot.is,
        created_at: now,
        updated_at: now,
        updated_by: null,
        version: 1,
      }
      await trx
        .insertInto('game')
        .values({
          game_id,
          name,
          icon: '',
          type: GameType.danmu,
          owner_org_id: '',
          auth_expire_at: null,
          round_max_min,
          launch_json: JSON.stringify(launch),
          camps_json: JSON.stringify(camps),
          commands_json: JSON.stringify(commands),
          gift_json: JSON.stringify(gift_map),
          keyword_json: JSON.stringify(keyword_map),
          status_json: '[]',
          off_json: '[]',
          drive_json: JSON.stringify({ list: [], idle_s: DEFAULT_IDLE_S, quiet: [] }),
          enabled: OpenStatus.open,
          ...stamp,
        })
        .execute()
      await trx.insertInto('game_org').values({ game_id, org_id }).execute()
      const events = tugWarCatalogue.events.map(({ key, label, variables }) => ({
        event_id: ids.next(now),
        game_id,
        key: plain(key, 'game.'),
        name: label,
        payload_json: JSON.stringify(
          variables.map((one) => ({
            key: plain(one.key, 'ev.'),
            label: one.label,
            type: one.type,
          })),
        ),
        sample_json: JSON.stringify(tugWarSamples[plain(key, 'game.')] ?? {}),
        notify: NotifyMode.normal,
        enabled: OpenStatus.open,
        ...stamp,
      }))
      await trx.insertInto('game_event').values(events).execute()
      const vars = tugWarCatalogue.vars.map((one) => {
        const { key, name: called, var_type: _, data_type, ...how } = one
        const how_json = JSON.stringify(VarHow.parse(how))
        const var_id = ids.next(now)
        return { var_id, game_id, key, name: called, data_type, calc: how.calc, how_json, ...stamp }
      })
      await trx.insertInto('game_var').values(vars).execute()
      await search.keep(trx, 'game', [game_id])
      const keysOf = {
        game_event: events.map((one) => one.event_id),
        game_var: vars.map((one) => one.var_id),
      }
      for (const table of ['game_event', 'game_var'] as const)
        await search.keep(trx, table, keysOf[table])
      return game_id
    })
