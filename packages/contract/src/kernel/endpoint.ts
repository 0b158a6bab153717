import * as z from 'zod/mini'
import type { Words } from './words.ts'

/**
 * One call of the product, written once. Method, path, time-out, permission and both schemas live only here; the server's
 * route, the console's typed call, the permission check and the audit entry all derive from this object.
 */
export interface Endpoint<Input extends AnyInput = AnyInput, Data extends AnyData = AnyData> {
  /** `<domain>.<verb>`, given by `domain()`; the query key and the name in metrics. */
  readonly name: CallName
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly input: Input
  readonly data: Data
  readonly can: Permission
  /** Rights it needs besides `can`. */
  readonly also: readonly Permission[]
  /** How the audit log words what the call did. Each success leaves an audit row; every write of users' data declares this. */
  readonly audit: Words | undefined
  /**
   * The call writes in several transactions and waits for a PC in between: if the server ends meanwhile, its outcome is
   * unknown. Every other call writes in one transaction and is done once that is committed.
   */
  readonly stepwise: boolean
  /**
   * The call changes stored data, so it is refused while the caller views as a group. True of every call with `audit`, and of
   * those that set it.
   */
  readonly writes: boolean
  /** The reads whose earlier answers are out of date after this call, in its own domain or another. */
  readonly changes: readonly CallName[]
  /** How long the console waits for the answer, in milliseconds. */
  readonly timeoutMs: number
  /** The longest body it takes. */
  readonly maxBytes: number
  /** It takes a form (multipart) with these files beside its input: by field, what each may hold. */
  readonly files: Readonly<Record<string, readonly string[]>> | undefined
  /** Its request bodies have a memory budget of their own, which other calls cannot use up (ADR 0020). */
  readonly reserved: boolean
  /** The answer may also be a file (`Download`), with the 5-minute time-out of spec §9. */
  readonly download: boolean
  /** A list that publishes the keys of changed rows on the live channel; the topic is the call's name. */
  readonly live: boolean
  /** `spec`: one of the calls that were asked for (spec §7). `own`: ours, under `/admin/v1/x/`, `/agent` or `/ingest`. */
  readonly origin: 'spec' | 'own'
}

export type AnyInput = z.ZodMiniObject
export type AnyData = z.ZodMiniType

/** The product's rights are registered here (facts/rights.ts), so that the kernel imports none of its domains. */
export interface Register {}
type RegisteredRight = Register extends { right: infer Right extends string }
  ? Right
  : `${string}.${string}`

/** `public` needs no token; `login` any live login; otherwise a right that exists. */
export type Permission = 'public' | 'login' | RegisteredRight

/** The name of a call, `org.list`, for files that cannot import the call itself. */
export type CallName = `${string}.${string}`

interface Options<Input, Data> {
  input?: Input
  data?: Data
  can: Permission
  also?: readonly Permission[]
  audit?: Words
  stepwise?: boolean
  writes?: boolean
  changes?: readonly CallName[]
  timeoutMs?: number
  maxBytes?: number
  files?: Readonly<Record<string, readonly string[]>>
  reserved?: boolean
  download?: boolean
  live?: boolean
}

const DEFAULT_TIMEOUT_MS = 15_000
export const MAX_BODY_BYTES = 1_048_576
/** For callers that have not logged in. */
const MAX_PUBLIC_BODY_BYTES = 16_384
/** For a call that may read very many rows: the server ends it and says so before the console's own time-out. */
export const LONG_READ = { limitMs: 60_000, timeoutMs: 65_000 } as const
const nothing = z.object({})
const noData = z.null()

type Draft<I extends AnyInput, D extends AnyData> = Omit<Endpoint<I, D>, 'name'>

function endpoint<I extends AnyInput, D extends AnyData>(
  method: 'GET' | 'POST',
  path: string,
  options: Options<I, D>,
): Draft<I, D> {
  return {
    method,
    path,
    input: (options.input ?? nothing) as I,
    data: (options.data ?? noData) as unknown as D,
    can: options.can,
    also: options.also ?? [],
    audit: options.audit,
    stepwise: options.stepwise ?? false,
    writes: options.writes ?? options.audit !== undefined,
    changes: options.changes ?? [],
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxBytes:
      options.maxBytes ?? (options.can === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES),
    files: options.files,
    reserved: options.reserved ?? false,
    download: options.download ?? false,
    live: options.live ?? false,
    origin: /^\/(admin\/v1\/x|agent|ingest)\//.test(path) ? 'own' : 'spec',
  }
}

/** Every right a login must hold for the call; none where any login will do. */
export const rightsOf = ({ can, also }: Pick<Endpoint, 'can' | 'also'>): Permission[] =>
  [can, ...also].filter((right) => right !== 'login' && right !== 'public')

/** Parameters travel in the query; unknown ones are ignored. */
export const get = <I extends AnyInput = typeof nothing, D extends AnyData = typeof noData>(
  path: string,
  options: Options<I, D>,
) => endpoint('GET', path, options)

/** Parameters travel in a JSON or form-encoded body; unknown ones are refused with 1001. */
export const post = <I extends AnyInput = typeof nothing, D extends AnyData = typeof noData>(
  path: string,
  options: Options<I, D>,
) => endpoint('POST', path, options)

export type Api = Record<string, Endpoint>

/** Names the endpoints of one domain: `domain('room', {start: post(…)})` gives `room.start`. */
export function domain<T extends Record<string, Draft<AnyInput, AnyData>>>(
  name: string,
  drafts: T,
) {
  const named = Object.entries(drafts).map(([verb, draft]) => [
    verb,
    { ...draft, name: `${name}.${verb}` },
  ])
  return Object.fromEntries(named) as {
    readonly [K in keyof T]: T[K] & { readonly name: CallName }
  }
}

/** What the caller passes: defaults may be left out. */
export type InputOf<E extends Pick<Endpoint, 'input'>> = z.input<E['input']>
/** What the handler receives: defaults are filled in. */
export type ParsedOf<E extends Pick<Endpoint, 'input'>> = z.output<E['input']>
export type DataOf<E extends Pick<Endpoint, 'data'>> = z.output<E['data']>
