import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { Platform, PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Platform as Given } from '#platform/platform.ts'
import { assetOptionsOf, type AssetFaces } from './asset-options.ts'
import { playableOptionsOf } from './playables.ts'
import { areasInUse } from './areas.store.ts'
import {
  accountOptions,
  orgOptions,
  pcOptions,
  roomOptions,
  roomsHolding,
  ruleOptions,
} from './lookup.store.ts'
import { gameOptionsOf } from './game-options.ts'
import type { HeardSince } from './presence.ts'
import { studioOf } from './studio.ts'

export const lookupRoutes = (
  { db: { query }, clock }: Given<Tables>,
  heardSince: HeardSince,
  faces: AssetFaces,
): Implementation[] =>
  implement(lookupApi, {
    platforms: async ({ origin }) => ({ list: platformsIn(origin.lang) }),
    liveAccounts: async ({ input, actor }) => {
      const accounts = await accountOptions(query, { scope: actor.scope, ...input })
      return { list: await withHolders(query, 'account_id', accounts) }
    },
    rooms: async ({ input, actor }) => {
      const rooms = await roomOptions(query, { scope: actor.scope, ...input })
      return {
        list: rooms.map(({ desired_run, ...room }) => ({
          ...withUid(room),
          on_air: desired_run === 1 ? IsOrNot.is : IsOrNot.not,
        })),
      }
    },
    pcs: async ({ input, actor }) => {
      const pcs = await pcOptions(query, { scope: actor.scope, ...input }, heardSince())
      return { list: await withHolders(query, 'pc_id', pcs) }
    },
    orgs: async ({ input, actor }) => {
      const orgs = await orgOptions(query, { scope: actor.scope, ...input })
      return { list: orgs.map(withUid) }
    },
    studios: async ({ input, actor }) => {
      const wanted = { scope: studioOf(actor), is_studio: 1, ...input } as const
      return { list: (await orgOptions(query, wanted)).map(withUid) }
    },
    rules: async ({ input, actor }) => {
      const rules = await ruleOptions(query, { scope: actor.scope, ...input })
      return { list: rules.map(withUid) }
    },
    ...gameOptionsOf(query, clock),
    ...playableOptionsOf(query, clock),
    ...assetOptionsOf(query, clock, faces),
    areas: async ({ input, actor }) => {
      const areas = await areasInUse(query, { scope: actor.scope, ...input })
      return { list: areas.map((name) => ({ id: name, uid: name, name })) }
    },
  })

const platformsIn = (lang: Lang) =>
  optionsOf(PLATFORMS, lang).map(({ value, label }) => ({ id: Platform.parse(value), name: label }))

const withUid = <Row extends { id: string }>(row: Row) => ({ ...row, uid: row.id })

async function withHolders<Row extends { id: string }>(
  q: Queryable<Tables>,
  column: 'account_id' | 'pc_id',
  rows: readonly Row[],
) {
  const rooms = await roomsHolding(
    q,
    column,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...withUid(row),
    used_by: rooms.get(row.id)?.name ?? null,
  }))
}
