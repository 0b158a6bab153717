import { expect, test } from 'vitest'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { STUDIO_AREA } from '@kaibo/contract/facts/menu.ts'
import { chosenId, firstPath, placeOf } from './menu.ts'

const area = (id: string, ...paths: string[]): MenuNode => ({
  id,
  path: '',
  name: id,
  icon: '',
  children: paths.map((path) => ({ id: path, path, name: path, icon: '', children: [] })),
})
const rooms = area('digital', '/digital/actor', '/digital/other')
const studio = area(STUDIO_AREA, '/gs/list')

test('/ is the first page of the menu', () => {
  expect(firstPath([rooms, studio], false)).toBe('/digital/actor')
  expect(firstPath([area('empty'), rooms], false)).toBe('/digital/actor')
  expect(firstPath([], false)).toBeUndefined()
})

test('people of a studio start in their own area, or on the first page if they have none', () => {
  expect(firstPath([rooms, studio], true)).toBe('/gs/list')
  expect(firstPath([rooms], true)).toBe('/digital/actor')
  expect(firstPath([rooms, area(STUDIO_AREA)], true)).toBe('/digital/actor')
})

test('a record’s screen belongs to the menu entry of its list', () => {
  expect(placeOf('room')).toMatchObject({ screen: { id: 'digital.actor' }, isRecord: true })
  expect(placeOf('digitalActor')).toMatchObject({ isRecord: false })
  expect(chosenId('/digital/room/K7M2P9QX')).toBe('digital.actor')
  expect(chosenId('/account/audit')).toBe('account.audit')
  expect(chosenId('/no/such/page')).toBeUndefined()
})
