import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { setLanguage } from '#client/language.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { WhyProvider } from '#kit/why/why.tsx'
import { abandonTasks, currentTasks } from '#kit/progress/tasks.ts'
import type { Action } from './action.ts'
import { BulkBar } from './bulk-bar.tsx'

interface Fruit {
  id: string
  name: string
}

/** What each row is waiting for. */
const waiting = new Map<string, { done: () => void; fail: (error: Error) => void }>()
const run = ({ id }: Fruit) =>
  new Promise<void>((done, fail) => {
    waiting.set(id, { done, fail })
  })
const wash: Action<Fruit> = {
  name: 'wash',
  label: asIs('清洗'),
  icon: null,
  right: 'room.edit',
  enabled: ({ id }) => id !== 'x' || asIs('已经烂了'),
  run,
  refreshes: [],
  bulk: { label: asIs('批量清洗'), hint: asIs('用水洗。'), run, refreshes: [] },
}
const fruits: Fruit[] = ['a', 'b', 'c', 'd', 'e', 'x'].map((id) => ({ id, name: `${id} 果` }))
let cleared = 0

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const settle = (id: string, error?: Error) =>
  act(async () => (error ? waiting.get(id)?.fail(error) : waiting.get(id)?.done()))
const dialog = () => screen.queryByRole('dialog')
const stateOf = (name: string) =>
  within(screen.getByRole('list', { name: '5 项' })).getByText(name).nextSibling?.textContent

beforeEach(() => {
  setLanguage('zh')
  signIn('t1', person)
  rememberActions(['room.edit'])
  waiting.clear()
  cleared = 0
})
const show = (rows: readonly Fruit[]) =>
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <WhyProvider value={({ action }) => <p>{`关于 ${action}`}</p>}>
        <BulkBar
          rows={rows}
          actions={[wash]}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          onClear={() => cleared++}
        />
      </WhyProvider>
    </ConfigProvider>,
  )
/** Five of six can be washed. */
async function begin() {
  show(fruits)
  press('批量清洗 5')
  await screen.findByRole('dialog')
}
afterEach(() => {
  cleanup()
  abandonTasks()
  signOut()
})

test('先说清楚对谁做什么；取消就什么都没发生', async () => {
  await begin()
  expect(screen.getByText('用水洗。')).toBeTruthy()
  expect(screen.getByText('另有 1 项不能清洗：已经烂了')).toBeTruthy()
  expect(stateOf('a 果')).toBe('等待')
  press('取消')
  expect(dialog()).toBeNull()
  expect(currentTasks()).toEqual([])
  expect(cleared).toBe(0)
})

test('关掉窗口，任务继续；选中的已经交出去', async () => {
  await begin()
  press('清洗')
  press('后台继续')
  expect(dialog()).toBeNull()
  expect(cleared).toBe(1)
  expect(currentTasks()).toMatchObject([{ state: 'running' }])
  for (const id of ['a', 'b', 'c', 'd', 'e']) await settle(id)
  expect(currentTasks()).toMatchObject([{ state: 'done' }])
  expect(currentTasks()[0]?.name.zh).toBe('清洗 5 项')
})

test('失败的说原因，重试只做失败的；全部完成才清掉选择', async () => {
  await begin()
  press('清洗')
  expect(stateOf('a 果')).toBe('进行中')
  expect(stateOf('e 果')).toBe('等待')
  await settle('a', new Error('没有水'))
  for (const id of ['b', 'c', 'd', 'e']) await settle(id)
  expect(stateOf('a 果')).toBe('没有水')
  expect(screen.getByText('已完成 4 / 5，失败 1')).toBeTruthy()
  waiting.clear()
  press('重试失败的')
  expect([...waiting.keys()]).toEqual(['a'])
  await settle('a')
  expect(screen.getByText('已完成 5 / 5')).toBeTruthy()
  fireEvent.click(screen.getByText('关闭'))
  expect(cleared).toBe(1)
})

test('停止其余的：手上的做完，没开始的不做，可以继续', async () => {
  await begin()
  press('清洗')
  press('停止其余的')
  expect(screen.getByRole('button', { name: '停止其余的' })).toHaveProperty('disabled', true)
  for (const id of ['a', 'b', 'c', 'd']) await settle(id)
  expect(stateOf('e 果')).toBe('没有执行')
  expect(waiting.has('e')).toBe(false)
  press('继续没做完的')
  await settle('e')
  expect(currentTasks()).toMatchObject([{ state: 'done' }])
})

test('停下后关掉，选择还在', async () => {
  await begin()
  press('清洗')
  press('停止其余的')
  for (const id of ['a', 'b', 'c', 'd']) await settle(id)
  fireEvent.click(screen.getByText('关闭'))
  expect(dialog()).toBeNull()
  expect(cleared).toBe(0)
})

test('选中的都不能做：按钮键盘够得着，说明原因；缺权限的可以问缺什么', async () => {
  show(fruits.slice(-1))
  screen.getByRole('button', { name: '批量清洗 0' }).focus()
  expect((await screen.findByRole('tooltip')).textContent).toBe('已经烂了')
  press('批量清洗 0')
  expect(dialog()).toBeNull()
  act(() => rememberActions([]))
  press('批量清洗 0')
  expect(screen.getByText('关于 room.edit')).toBeTruthy()
})
