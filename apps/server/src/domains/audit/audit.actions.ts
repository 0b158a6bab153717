import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { asIs, type Words } from '@kaibo/contract/kernel/words.ts'

/** Former names of calls, which older rows still have: a row is never rewritten. */
const FORMER: Readonly<Record<string, string>> = {
  'room.stop_reason': 'room.stopReason',
  'monitor.enrol_code': 'monitor.enrolCode',
  'monitor.public_address': 'monitor.editPublicAddress',
}

/** The present name of a call, by its present or former one. */
export const nameNow = (action: string): string => FORMER[action] ?? action

/** All names, present and former, under which rows of a call are stored. */
export const namesOf = (action: string): string[] => [
  action,
  ...Object.keys(FORMER).filter((former) => FORMER[former] === action),
]

/** The audit's words for each audited call, in the order of the contract. */
export function createActions(endpoints: readonly Endpoint[]) {
  const calls = new Map(
    endpoints.flatMap(({ name, audit }): [string, Words][] => (audit ? [[name, audit]] : [])),
  )
  return {
    called: (action: string): Words => calls.get(nameNow(action)) ?? asIs(action),
    all: (): [name: string, words: Words][] => [...calls],
  }
}
