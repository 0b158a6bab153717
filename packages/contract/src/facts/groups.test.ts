import { expect, test } from 'vitest'
import { rights } from './rights.ts'
import { domains } from './domains.ts'
import { domainOf } from './domains.ts'
import { builtInGroups } from './groups.ts'

test('a built-in group grants only actions that some call asks for', () => {
  const granted = builtInGroups.flatMap(({ actions }) => (actions === '*' ? [] : actions))
  expect(granted.filter((action) => !rights.some((right) => right === action))).toEqual([])
})

/**
 * People, rights, what they did and how servers are, those that speak too, are the administrator's alone; a guild's own rules come by its scope.
 */
const ADMINISTRATION = /^(account|group|org|audit|system|voice)\./

test('each action but the destructive ones is granted to more than the administrator', () => {
  const granted = new Set(builtInGroups.flatMap(({ actions }) => (actions === '*' ? [] : actions)))
  const alone = rights.filter((action) => !granted.has(action as never))
  expect(alone.filter((action) => !ADMINISTRATION.test(action))).toEqual([
    'live-account.del',
    'live-account.manage',
    'room.del',
  ])
})

test('each action belongs to a domain with a name', () => {
  const unnamed = rights.filter((action) => !Object.hasOwn(domains, domainOf(action)))
  expect(unnamed).toEqual([])
})

test('ids are unique, and exactly one group may do everything', () => {
  expect(new Set(builtInGroups.map((group) => group.id)).size).toBe(builtInGroups.length)
  expect(builtInGroups.filter((group) => group.actions === '*').map((group) => group.id)).toEqual([
    'admin',
  ])
})
