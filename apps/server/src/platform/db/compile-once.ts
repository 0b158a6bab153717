import { sql, type Compilable, type CompiledQuery, type RawBuilder } from 'kysely'
import { Recent } from '../recent.ts'
import type { Queryable } from './db.ts'
import { padded, paddedLength } from './padding.ts'

type Value = string | number

/** The values of a query by name. A condition whose value is absent is left out. */
type Values<Name extends PropertyKey> = {
  readonly [K in Name]?: Value | readonly Value[] | undefined
}
type AnyValues = Values<string>

/** Placeholders for the values: usable where Kysely takes an expression; what the value will be is not known yet. */
export type Places<V> = {
  readonly [K in keyof V]:
    | Extract<V[K], undefined>
    | (NonNullable<V[K]> extends readonly (infer Item)[]
        ? readonly RawBuilder<Item>[]
        : RawBuilder<NonNullable<V[K]>>)
}

/** A list has a few dozen forms, by which of its filters are set. The most recently used are kept. */
const KEPT = 500

/**
 * A query that is built and compiled once for each form it takes, then only run: building costs more than SQLite does for
 * a page. `form` is what the builder decides by (the order, which filter stands in which way) and must be JSON; everything
 * else is a value, of which the builder sees the place alone. The length of a list, padded, is part of the form.
 */
export function compileOnce<Tables, Form, V extends Values<keyof V>, Row>(
  build: (q: Queryable<Tables>, form: Form, at: Places<V>) => Compilable<Row>,
): CompiledOnce<Tables, Form, V, Row> {
  const ofDatabase = new WeakMap<object, Recent<string, CompiledQuery<Row>>>()

  function compiled(q: Queryable<Tables>, form: Form, values: V): CompiledQuery<Row> {
    const { adapter } = q.getExecutor()
    const kept = ofDatabase.get(adapter) ?? new Recent<string, CompiledQuery<Row>>(KEPT)
    ofDatabase.set(adapter, kept)
    const key = `${JSON.stringify(form)} ${shapeOf(values)}`
    const known = kept.get(key)
    if (known) return known
    const fresh = build(q, form, placesOf(values)).compile()
    kept.set(key, fresh)
    return fresh
  }

  const withValues = (q: Queryable<Tables>, form: Form, values: V): CompiledQuery<Row> => {
    const query = compiled(q, form, values)
    const parameters = query.parameters.map((part) =>
      part instanceof Place ? part.valueIn(values) : part,
    )
    return { ...query, parameters }
  }
  const run = async (q: Queryable<Tables>, form: Form, values: V) =>
    (await q.executeQuery<Row>(withValues(q, form, values))).rows
  const query: CompiledOnce<Tables, Form, V, Row>['query'] = (q, form, values) => ({
    compile: () => withValues(q, form, values),
  })
  return Object.assign(run, { query })
}

interface CompiledOnce<Tables, Form, V, Row> {
  (q: Queryable<Tables>, form: Form, values: V): Promise<Row[]>
  /** The query with these values, to be run elsewhere. */
  query(q: Queryable<Tables>, form: Form, values: V): Compilable<Row>
}

class Place {
  constructor(
    readonly name: string,
    readonly position?: number,
  ) {}

  valueIn(values: AnyValues): unknown {
    const value = values[this.name]
    if (this.position === undefined) return value
    const list = value as readonly Value[]
    return list[Math.min(this.position, list.length - 1)]
  }
}

// Over the names, not over entries: this runs for each statement of each call.
function shapeOf(values: AnyValues): string {
  let shape = ''
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value === undefined) continue
    shape += Array.isArray(value) ? `${name}[${paddedLength(value.length)}] ` : `${name} `
  }
  return shape
}

function placesOf<V extends Values<keyof V>>(values: V): Places<V> {
  const places = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      Array.isArray(value)
        ? padded(value).map((_, position) => sql`${new Place(name, position)}`)
        : sql`${new Place(name)}`,
    ])
  return Object.fromEntries(places) as Places<V>
}
