import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { PreflightItem } from '@kaibo/contract/room/room.schema.ts'
import { PreflightList } from './preflight-list.tsx'

afterEach(cleanup)

const item = (check: PreflightItem['check'], level: PreflightItem['level']): PreflightItem => ({
  check,
  title: check,
  level,
  evidence: '',
  fix: null,
})
const show = (...items: PreflightItem[]) =>
  render(
    <MemoryRouter>
      <PreflightList items={items} onLeave={() => {}} />
    </MemoryRouter>,
  )

test('what blocks stands before what is to be heeded; what passed is behind one line', () => {
  show(
    item('account', 'pass'),
    item('clock', 'warn'),
    item('pc', 'block'),
    item('org', 'pass'),
    item('rules', 'warn'),
  )
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    '阻断pc',
    '注意clock',
    '注意rules',
    '通过account',
    '通过org',
  ])
  const folded = screen.getByText('2 项通过').closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('account')
})

test('where nothing passed, no line says so', () => {
  show(item('pc', 'block'))
  expect(screen.queryByText(/项通过/)).toBe(null)
})
