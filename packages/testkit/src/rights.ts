import type { TestServer } from './boot.ts'
import type { BuiltInGroup } from './build/account.build.ts'
import type { OnAir } from './build/on-air.build.ts'

/** What there is when a call of the rights matrix is made: something of the caller's organisation, and the same of another. */
export interface Scenario {
  server: TestServer
  url: string
  org_id: string
  own: OnAir
  foreign: OnAir
}

type Input = object | Promise<object>

/** How one call is walked. */
export interface Sample {
  /** What a success is called with. */
  input: (scenario: Scenario) => Input
  /** The code it answers; 0 unless the success needs more than the matrix has. */
  code?: number
  /** The same call on a row of the other organisation, or that it names none. */
  foreign: ((scenario: Scenario) => Input) | 'names no row'
  /** 1005 unless it says otherwise. */
  foreignCode?: number
  /** Whose people may call it where a guild's may not, whatever their rights. */
  as?: BuiltInGroup
}

/** A domain in the matrix, which fails where one of its calls is missing. */
export interface DomainSamples {
  /**
   * Makes what the domain has of an organisation, and answers what each of it is known by: no answer to another
   * organisation shows any of that.
   */
  rows: ((server: TestServer, org_id: string) => Promise<readonly string[]>) | 'has none of its own'
  calls: Readonly<Record<string, Sample>>
}

export const nothing = { input: () => ({}), foreign: 'names no row' } as const satisfies Sample
