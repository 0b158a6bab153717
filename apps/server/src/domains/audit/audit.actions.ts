import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { asIs, type Words } from '@kaibo/contract/kernel/words.ts'

/** Rows from before have these names; a row is never rewritten. */
const FORMER: Readonly<Record<string, string>> = {
  'room.stop_reason': 'room.stopReason',
  'monitor.enrol_code': 'monitor.enrolCode',
  'monitor.public_address': 'monitor.editPublicAddress',
}

/** The call that has this name now. */
export const nameNow = (action: string): string => FORMER[action] ?? action

/** The names under which rows of a call stand. */
export const namesOf = (action: string): string[] => [
  action,
  ...Object.keys(FORMER).filter((former) => FORMER[former] === action),
]

/** What each call that leaves a row is called, in the order of the contract. */
export function createActions(endpoints: readonly Endpoint[]) {
  const calls = new Map(
    endpoints.flatMap(({ name, audit }): [string, Words][] => (audit ? [[name, audit]] : [])),
  )
  return {
    called: (action: string): Words => calls.get(nameNow(action)) ?? asIs(action),
    all: (): [name: string, words: Words][] => [...calls],
  }
}
