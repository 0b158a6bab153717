import { sql, type OrderByItemBuilder, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '../auth/actor.ts'
import { compileOnce, type Places } from '../db/compile-once.ts'
import type { Queryable } from '../db/db.ts'
import { directionOf } from '../db/direction.ts'
import { within } from '../db/within.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { namedSought, soughtAt } from '../search/sought.ts'
import type { Asked, Reading } from './declaration.ts'

/** What the statement depends on, beside which values are given. */
interface Form {
  scope: Scope['kind']
  sort_by?: string | undefined
  sort_dir?: Asked['sort_dir']
}

/** Values by name; that of a filter has the filter's name, those of the keyword are `namedSought`. A condition whose value is absent is left out. */
interface Values extends Record<string, string | number | undefined> {
  '@whose': string | undefined
  '@now': number
  '@one': string | undefined
  '@after': string | undefined
  '@limit': number
  '@offset': number
}

interface Selection<Query> {
  query?: Partial<Query> | undefined
  now: number
  one?: string
  after?: string | undefined
  limit?: number
}

/** The statements of a list, each built once for each form of the query: the filters that are set, the order, the scope. */
export function reading<
  Tables,
  DB,
  From extends keyof DB,
  ShownDB,
  Shown extends keyof ShownDB,
  Found,
  Query extends Asked,
>(given: Reading<Tables, DB, From, ShownDB, Shown, Found, Query>, search: SearchIndex<Tables>) {
  const { table, scope: column, sees = ({ scope }: Actor) => scope } = given
  const key = sql.ref(`${table}.${given.key}`)
  const filters = Object.entries<unknown>(given.filters)

  function matching(q: Queryable<Tables>, { scope }: Form, at: Places<Values>) {
    const whose = at['@whose'] ?? sql<string>`''`
    const seen = { kind: scope, org_id: whose, uid: whose }
    // Without any condition SQLite counts a table by its pages; a condition that always holds makes it visit each row.
    const conditions: RawBuilder<SqlBool>[] =
      column === 'open' || scope === 'all' ? [] : [within(seen, column)]
    for (const [name, filter] of filters) {
      const value = at[name]
      if (!value) continue
      if (typeof filter === 'string') conditions.push(sql`${sql.ref(filter)} = ${value}`)
      else if (typeof filter === 'function') conditions.push(filter(value, { now: at['@now'] }))
    }
    const sought = soughtAt(at)
    if (sought) conditions.push(search.found(q, table, `${table}.${given.key}`, sought))
    if (at['@one']) conditions.push(sql`${key} = ${at['@one']}`)
    if (at['@after']) conditions.push(sql`${key} > ${at['@after']}`)
    const rows = given.rows(q)
    return conditions.length > 0
      ? rows.where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
      : rows
  }

  const page = compileOnce((q: Queryable<Tables>, form: Form, at: Places<Values>) => {
    const { sort_by = given.order } = form
    const direction = directionOf(form)
    const isOptional = given.emptyLast?.includes(sort_by) ?? false
    const inOrder = (by: OrderByItemBuilder) => {
      const ordered = direction === 'asc' ? by.asc() : by.desc()
      // Only for columns that can be null: with `nulls last` SQLite does not use the index for the order.
      return isOptional ? ordered.nullsLast() : ordered
    }
    return given
      .shown(matching(q, form, at))
      .orderBy(sql.ref(`${table}.${sort_by}`), inOrder)
      .orderBy(key, given.ties ?? direction)
      .limit(at['@limit'])
      .offset(at['@offset'])
  })

  const count = compileOnce((q: Queryable<Tables>, form: Form, at: Places<Values>) =>
    matching(q, form, at)
      .select(sql<number>`count(*)`.as('total'))
      .$castTo<{ total: number }>(),
  )

  /** Rows in the order of their keys. */
  const some = compileOnce((q: Queryable<Tables>, form: Form, at: Places<Values>) =>
    given
      .shown(matching(q, form, at))
      .orderBy(key)
      .limit(at['@limit']),
  )

  function valuesOf(
    scope: Scope,
    { query = {}, now, one, after, limit = 1 }: Selection<Query>,
  ): Values {
    const { page: asked = 1, page_size = limit, keyword } = query
    const values: Values = {
      ...namedSought(keyword),
      '@whose': scope.kind === 'all' ? undefined : scope.kind === 'org' ? scope.org_id : scope.uid,
      '@now': now,
      '@one': one,
      '@after': after,
      '@limit': page_size,
      '@offset': (asked - 1) * page_size,
    }
    for (const [name] of filters) {
      const value = query[name as keyof Query]
      // An absent value is part of no form.
      if (value !== undefined) values[name] = value as string | number
    }
    return values
  }

  return {
    async page(q: Queryable<Tables>, actor: Actor, query: Query, now: number) {
      const scope = sees(actor)
      const values = valuesOf(scope, { query, now })
      const form = { scope: scope.kind }
      const [found, [counted]] = await Promise.all([
        page(q, { ...form, sort_by: query.sort_by, sort_dir: query.sort_dir }, values),
        count(q, form, values),
      ])
      return { found, total: counted?.total ?? 0 }
    },
    /** The rows after one, by key: an order that inserts and deletes in between do not shift. */
    following(q: Queryable<Tables>, actor: Actor, wanted: Selection<Query>) {
      const scope = sees(actor)
      return some(q, { scope: scope.kind }, valuesOf(scope, wanted))
    },
    async one(q: Queryable<Tables>, actor: Actor, id: string, now: number) {
      const scope = sees(actor)
      const [found] = await some(q, { scope: scope.kind }, valuesOf(scope, { one: id, now }))
      return found
    },
  }
}
