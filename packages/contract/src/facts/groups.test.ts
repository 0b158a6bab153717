import { expect, test } from 'vitest'
import { allActions } from '../registry.ts'
import { builtInGroups } from './groups.ts'

test('a built-in group grants only actions that some call asks for', () => {
  const granted = builtInGroups.flatMap(({ actions }) => (actions === '*' ? [] : actions))
  expect(granted.filter((action) => !allActions.includes(action))).toEqual([])
})

test('each action but the destructive ones is granted to more than the administrator', () => {
  const granted = new Set(builtInGroups.flatMap(({ actions }) => (actions === '*' ? [] : actions)))
  expect(allActions.filter((action) => !granted.has(action as never))).toEqual(['room.del'])
})

test('ids are unique, and exactly one group may do everything', () => {
  expect(new Set(builtInGroups.map((group) => group.id)).size).toBe(builtInGroups.length)
  expect(builtInGroups.filter((group) => group.actions === '*').map((group) => group.id)).toEqual([
    'admin',
  ])
})
