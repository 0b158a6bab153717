import * as z from 'zod/mini'
import { kinds, type Kind } from '@kaibo/contract/facts/kinds.ts'
import { searchApi } from '@kaibo/contract/search/search.api.ts'
import { HitsOfKind } from '@kaibo/contract/search/search.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { finder } from '#platform/search/find.ts'
import type { FoundKind } from '#platform/search/searched.ts'

/** The search over everything that the caller may look at. */
export function searchRoutes(
  { db }: Platform<Tables>,
  found: Readonly<Record<Kind, FoundKind<Tables, Kind>>>,
): Implementation[] {
  const find = finder(kinds.map(({ kind }) => found[kind]))
  const rightOf = new Map(kinds.map(({ kind, can }) => [kind, can]))
  return implement(searchApi, {
    find: async ({ input, actor }) => {
      const list = await find(db.query, actor, input.keyword, (kind) => {
        const right = rightOf.get(kind)
        return right !== undefined && actor.actions.has(right)
      })
      // One statement over all kinds does not know the type of a room's state
      return { list: z.parse(z.array(HitsOfKind), list) }
    },
  })
}
