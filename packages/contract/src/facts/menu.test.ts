import { expect, test } from 'vitest'
import { menu } from './menu.ts'
import { menuScreenOf, screens, type ScreenName } from './screens.ts'

const entries = menu.flatMap((heading) => [heading, ...heading.screens])

test('each entry has an id of its own and speaks both languages', () => {
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length)
  expect(entries.filter((entry) => !entry.called.zh.trim() || !entry.called.en.trim())).toEqual([])
})

test('the menu leads to each screen that asks for a right, once', () => {
  const led = menu.flatMap((heading) => heading.screens.map((entry) => entry.screen))
  const guarded = (Object.keys(screens) as ScreenName[]).filter(
    (name) => screens[name].can !== 'public',
  )
  expect([...led].sort()).toEqual([...new Set(guarded.map(menuScreenOf))].sort())
})
