import { expect, test } from 'vitest'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { STUDIO_AREA } from '@kaibo/contract/facts/menu.ts'
import { firstPath } from './menu.ts'

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

test('a studio’s people land in their own area, and where they have none, on the first page', () => {
  expect(firstPath([rooms, studio], true)).toBe('/gs/list')
  expect(firstPath([rooms], true)).toBe('/digital/actor')
  expect(firstPath([rooms, area(STUDIO_AREA)], true)).toBe('/digital/actor')
})
