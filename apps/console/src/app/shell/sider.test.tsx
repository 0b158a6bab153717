import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { SiderIcons } from './sider-icons.tsx'
import { SiderTree } from './sider-tree.tsx'

const entry = (id: string, name: string, children: MenuNode[] = []): MenuNode => ({
  id,
  name,
  icon: 'room',
  path: children.length > 0 ? '' : `/${id}`,
  children,
})
const nodes = [
  entry('rooms', '直播间', [entry('wall', '数字主播'), entry('talk', '话术规则')]),
  entry('income', '直播收入'),
]
const Where = () => <p role="status">{useLocation().pathname}</p>

afterEach(cleanup)

test('areas are open until somebody closes them; the page that shows is marked', () => {
  render(<SiderTree nodes={nodes} chosen="talk" onPick={undefined} />, { wrapper: MemoryRouter })
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '数字主播',
    '话术规则',
    '直播收入',
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('话术规则')
  const area = screen.getByRole('button', { name: '直播间', expanded: true })
  fireEvent.click(area)
  expect(screen.queryByRole('link', { name: '话术规则' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '直播间', expanded: false }))
  expect(screen.getByRole('link', { name: '话术规则' })).toBeTruthy()
})

test('narrow, an area is an icon that opens its pages', async () => {
  render(
    <MemoryRouter>
      <SiderIcons nodes={nodes} chosen="talk" />
      <Where />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: '直播间' }))
  const menu = await screen.findByRole('menu')
  fireEvent.click(within(menu).getByRole('link', { name: '数字主播' }))
  expect(screen.getByRole('status').textContent).toBe('/wall')
})
