import { useEffect, useState } from 'react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import type { Rights } from '../group.present.ts'
import { RightsTree } from './rights-tree.tsx'

beforeEach(() => {
  signIn('t', person)
  rememberActions(['room.look', 'room.edit'])
})
afterEach(() => {
  cleanup()
  signOut()
})

let given: Rights = { menus: [], actions: [] }
const heard = (rights: Rights) => void (given = rights)
function Tree({ begin }: { begin: readonly string[] }) {
  const [rights, setRights] = useState<Rights>({ menus: [], actions: begin })
  useEffect(() => heard(rights), [rights])
  return <RightsTree value={rights} onChange={setRights} />
}
const show = (...begin: string[]) =>
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <Tree begin={begin} />
      </App>
    </ConfigProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))

test('取消别的项离不开的一项：先问，按钮说的就是会发生的事', async () => {
  show('room.look', 'room.edit')
  press('查看')
  const take = await screen.findByRole('button', { name: '一并去掉' })
  expect(given.actions).toEqual(['room.look', 'room.edit'])
  await act(async () => fireEvent.click(take))
  expect(given.actions).toEqual([])
})

test('自己没有的一项：可以拿走，拿走以后不再给选', () => {
  show('room.look', 'room.play')
  press('开播与停播')
  expect(given.actions).toEqual(['room.look'])
  expect(screen.queryByRole('checkbox', { name: '开播与停播' })).toBeNull()
})
