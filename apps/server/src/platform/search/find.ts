import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '../auth/actor.ts'
import { compileOnce, type Places } from '../db/compile-once.ts'
import type { Queryable } from '../db/db.ts'
import { within } from '../db/within.ts'
import { allPlaces, placesBy } from './places.ts'
import type { FoundKind, Shown } from './searched.ts'
import { namedSought, soughtAt } from './sought.ts'

/** So many of each kind are shown; there may be more. */
export const SHOWN = 5

interface Best<Kind> extends Pick<Shown, 'id' | 'name' | 'code' | 'note'> {
  kind: Kind
  state: string | null
  place: number
}

interface Hits<Kind> {
  kind: Kind
  hits: Omit<Best<Kind>, 'kind' | 'place'>[]
  more: boolean
}

type Values = Record<string, string | undefined>

/** By kind, in what width it is seen: the statement depends on it. */
type Form = Readonly<Record<string, Scope['kind']>>

/**
 * Looks in all kinds at once, with one statement, which is built once for each set of kinds that somebody may look at.
 * Of each kind the best come first, and kinds in the order of `kinds`.
 */
export function finder<Tables, Kind extends string>(kinds: readonly FoundKind<Tables, Kind>[]) {
  const statement = compileOnce((q: Queryable<Tables>, form: Form, at: Places<Values>) => {
    const sought = soughtAt(at)
    if (!sought) throw new Error('nothing is looked for')
    const each = kinds.flatMap((of) => {
      const seen = form[of.kind]
      const best = seen && bestOf(q, of, seen, at[whoseOf(of.kind)])
      return best ? [sql`select * from (${best}) as ${sql.ref(`best_${of.kind}`)}`] : []
    })
    // Looked for once: each kind then takes what is of its table.
    const found = sql<Best<Kind>>`
      with entered as materialized (${allPlaces(q, sought)})
      ${sql.join(each, sql` union all `)}`
    return { compile: () => found.compile(q) }
  })

  /** Of the kinds that `may` names. */
  return async function find(
    q: Queryable<Tables>,
    actor: Actor,
    keyword: string,
    may: (kind: Kind) => boolean,
  ): Promise<Hits<Kind>[]> {
    const sought = namedSought(keyword)
    const asked = kinds.filter(({ kind }) => may(kind))
    if (asked.length === 0 || sought['@begins'] === undefined) return []
    const scopes = asked.map(({ kind, sees }) => [kind, sees?.(actor) ?? actor.scope] as const)
    const form = Object.fromEntries(scopes.map(([kind, scope]) => [kind, scope.kind]))
    const whose = scopes.map(([kind, scope]) => [whoseOf(kind), ownerOf(scope)] as const)
    const rows = await statement(q, form, { ...sought, ...Object.fromEntries(whose) })
    return asked.flatMap(({ kind }) => {
      const own = rows.filter((row) => row.kind === kind).toSorted((a, b) => a.place - b.place)
      if (own.length === 0) return []
      const hits = own
        .slice(0, SHOWN)
        .map(({ id, name, code, note, state }) => ({ id, name, code, note, state }))
      return [{ kind, hits, more: own.length > SHOWN }]
    })
  }
}

const whoseOf = (kind: string) => `@whose_${kind}`

const ownerOf = (scope: Scope): string | undefined =>
  scope.kind === 'all' ? undefined : scope.kind === 'org' ? scope.org_id : scope.uid

const ofTable = (table: string) => sql`
  select entered.key, entered.place from entered where entered.table_name = ${sql.lit(table)}`

/** The best rows of a kind. `entered` has the entries that fit, of all tables. */
function bestOf<Tables>(
  q: Queryable<Tables>,
  found: FoundKind<Tables>,
  seen: Scope['kind'],
  whose: RawBuilder<string> = sql`''`,
): RawBuilder<unknown> {
  const { kind, shown, stated, open, among } = found
  const scope = { kind: seen, org_id: whose, uid: whose }
  return sql`
    select ${sql.lit(kind)} as kind, shown.id, shown.name, shown.code, shown.note,
      ${stated ? sql`shown.state` : sql`null`} as state, hit.place
    from (
      select found.key, min(found.place) as place
      from (${placesBy(ofTable, found)}) as found group by found.key
    ) as hit
    cross join (${shown(q)}) as shown
    where shown.key = hit.key
      and ${open ? sql`1 = 1` : within(scope, among ?? { org: 'shown.org_id', own: 'shown.uid' })}
    order by hit.place, shown.name, shown.id limit ${sql.lit(SHOWN + 1)}`
}
