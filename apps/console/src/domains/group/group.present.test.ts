import { expect, test } from 'vitest'
import { branchesOf, dependents, ticked, unticked } from './group.present.ts'

const all = ['room.look', 'room.edit', 'room.play', 'monitor.add', 'income.look']
const nothing = { menus: [], actions: [] }

test('勾编辑带上查看；勾菜单带上它要的操作', () => {
  expect(ticked(nothing, 'room.edit', all)).toEqual({
    menus: [],
    actions: ['room.look', 'room.edit'],
  })
  expect(ticked(nothing, 'income.live', all)).toEqual({
    menus: ['income.live'],
    actions: ['income.look'],
  })
  expect(ticked(nothing, 'monitor.add', all).actions).toEqual(['monitor.add'])
})

test('取消查看带走要它的操作和菜单', () => {
  const rights = { menus: ['digital.actor'], actions: ['room.look', 'room.play', 'income.look'] }
  expect(dependents(rights, 'room.look', all)).toEqual(['room.play', 'digital.actor'])
  expect(unticked(rights, 'room.look', all)).toEqual({ menus: [], actions: ['income.look'] })
  expect(unticked(rights, 'digital.actor', all).actions).toEqual(rights.actions)
})

test('树按领域分，先是查看', () => {
  const room = branchesOf(all).find((branch) => branch.domain === 'room')
  expect(room).toEqual({
    domain: 'room',
    menus: ['digital.actor'],
    actions: ['room.look', 'room.edit', 'room.play'],
  })
})
