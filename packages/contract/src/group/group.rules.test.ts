import { expect, test } from 'vitest'
import { rights } from '../facts/rights.ts'
import { groupCan, isWithin, menusOf, needOf, needOfMenu } from './group.rules.ts'

test('whoever edits must be able to look; what cannot be looked at needs nothing', () => {
  expect(needOf('room.edit', rights)).toBe('room.look')
  expect(needOf('room.look', rights)).toBeUndefined()
  expect(needOf('monitor.add', ['monitor.add'])).toBeUndefined()
})

test('each entry of the menu needs an action that exists', () => {
  for (const need of Object.values(needOfMenu)) expect(rights).toContain(need)
  expect(menusOf(['income.look'])).toEqual(['income.live'])
})

test('own is within org is within all', () => {
  expect(isWithin('own', 'org') && isWithin('org', 'all') && isWithin('all', 'all')).toBe(true)
  expect(isWithin('all', 'org') || isWithin('org', 'own')).toBe(false)
})

test('the administrators’ group stays enabled', () => {
  const admin = { id: 'admin', enabled: 1, out_of_reach: 0 }
  expect(groupCan('disable', admin)).toMatchObject({ zh: '管理员分组不能停用' })
  expect(groupCan('edit', admin)).toBe(true)
  expect(groupCan('edit', { ...admin, out_of_reach: 1 })).toMatchObject({
    zh: expect.stringContaining('超出你的权限'),
  })
  expect(groupCan('edit', { ...admin, id: 'x' })).toBe(true)
  expect(groupCan('edit', { ...admin, id: 'x', out_of_reach: 1 })).toMatchObject({
    zh: expect.stringContaining('超出你的权限'),
  })
  expect(groupCan('disable', { ...admin, id: 'x', enabled: 0 })).toMatchObject({ zh: '分组已停用' })
})
