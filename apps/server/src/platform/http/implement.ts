import type { Readable } from 'node:stream'
import type { Api, DataOf, Endpoint, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { Actor } from '../auth/actor.ts'

/** Where a call comes from: for the audit, the locks and the logs. */
export interface Origin {
  readonly ip: string
  readonly user_agent: string
  readonly request_id: string
  readonly lang: Lang
  /** The address by which the caller reached this machine, `http://host:port`; undefined where that is not the machine's own. */
  readonly ownAddress: () => string | undefined
  /** `http://host:port` of each address at which the server listens, as far as it knows. */
  readonly listeningAddresses: () => string[]
}

/** What a handler adds to its audit row; who, what, when and where come from the contract and the call. */
export interface AuditDetail {
  target?: string
  /** The id of the record, by which its history is read. */
  target_id?: string
  before?: unknown
  after?: unknown
  reason?: string
  /** In the place of what was given, where that is long and `after` says what came of it. */
  input?: unknown
  /** A row of a moment ago tells of it already: this call leaves none. To be said before its transaction ends. */
  covered?: true
  /** Who acted, where the call itself carries no login (a login, an enrolment). */
  actor?: { uid: string; username: string }
}

export interface Call<Input> {
  readonly input: Input
  readonly actor: Actor
  readonly origin: Origin
  /** Aborted when the caller has gone: lets long reads end early. Created when first used. */
  readonly signal: AbortSignal
  /** Adds to the one audit row that this call leaves when it has written. */
  readonly audit: (detail: AuditDetail) => void
}

/** An answer that is a file. Only endpoints marked `download` may give one. */
export class Download {
  constructor(
    readonly filename: string,
    readonly contentType: string,
    readonly body: Readable,
  ) {}
}

export type Handler<E extends Endpoint> = (call: Call<ParsedOf<E>>) => Promise<DataOf<E> | Download>

export interface Implementation {
  readonly endpoint: Endpoint
  readonly handler: (call: Call<never>) => Promise<unknown>
}

/** Pairs each call of a domain with its handler; does not type-check while one is missing. */
export function implement<A extends Api>(
  api: A,
  handlers: { [K in keyof A]: Handler<A[K]> },
): Implementation[] {
  return Object.entries(api).map(([verb, endpoint]) => ({
    endpoint,
    handler: handlers[verb as keyof A] as Implementation['handler'],
  }))
}
