import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { viewApi } from '@kaibo/contract/view/view.api.ts'
import type { View } from '@kaibo/contract/view/view.schema.ts'
import { onRefresh, queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { onToast } from '#client/toast.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { UndoHost } from '#kit/action/undo-host.tsx'
import { WhyProvider } from '#kit/why/why.tsx'
import { ManageViews } from './manage-views.tsx'
import './list.i18n.ts'

/** Every call is refused with these words. */
let refusal: string | undefined
let held: Promise<void>
let letGo: () => void
const asked: string[] = []
/** What was sent of default views, in their order. */
const opens: unknown[] = []
const toasts: string[] = []
onToast(({ text }) => toasts.push(text))
let refreshed = 0
onRefresh((name) => {
  if (name === viewApi.list.name) refreshed++
})

serve<{ name?: string; opens?: number }>(({ body }, response) => {
  asked.push(body.name ?? 'remove')
  opens.push(body.opens)
  const says = refusal ? { code: Code.conflict, msg: refusal } : { data: { id: 'v' } }
  void held.then(() => reply(response, says))
})
beforeEach(() => {
  refusal = undefined
  held = Promise.resolve()
  asked.length = 0
  opens.length = 0
  toasts.length = 0
  refreshed = 0
})
afterEach(cleanup)

const viewOf = (name: string, mine: 0 | 1 = 1, more: Partial<View> = {}): View => ({
  id: name,
  name,
  group: null,
  state: { search: '' },
  opens: 0,
  mine,
  ...more,
})
const dialog = (...views: View[]) => (
  <QueryClientProvider client={queryClient}>
    <ConfigProvider
      locale={zhCN}
      button={{ autoInsertSpace: false }}
      theme={{ token: { motion: false } }}
    >
      <App>
        <MemoryRouter>
          <WhyProvider value={({ action }) => <p>{`关于 ${action}`}</p>}>
            <ActHost>
              {views.length > 0 ? (
                <ManageViews list="fruit" views={views} onClose={() => {}} />
              ) : null}
            </ActHost>
            <UndoHost />
          </WhyProvider>
        </MemoryRouter>
      </App>
    </ConfigProvider>
  </QueryClientProvider>
)
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `改名 ${name}` })
const type = (name: string, text: string) =>
  fireEvent.change(box(name), { target: { value: text } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

const renamed = (name: string) => ({ ...viewOf('夜班'), name })

test('改名以后焦点还在框里；没人在改时，别处改的名字会来', async () => {
  const { rerender } = render(dialog(renamed('夜班')))
  box('夜班').focus()
  type('夜班', '早班')
  fireEvent.keyDown(box('夜班'), { key: 'Enter' })
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  rerender(dialog(renamed('早班')))
  expect(document.activeElement).toBe(box('早班'))
  rerender(dialog(renamed('午班')))
  expect(box('午班').value).toBe('午班')
  type('午班', '正在写')
  rerender(dialog(renamed('晚班')))
  expect(box('晚班').value).toBe('正在写')
})

test('回车再离开，只送一次；被拒绝的写在下面，离开不重送，回车可以再试', async () => {
  held = new Promise((done) => (letGo = done))
  refusal = '视图「早班」已存在'
  render(dialog(viewOf('夜班')))
  type('夜班', '早班')
  fireEvent.keyDown(box('夜班'), { key: 'Enter' })
  fireEvent.keyDown(box('夜班'), { key: 'Enter' })
  fireEvent.blur(box('夜班'))
  await expect.poll(() => asked).toEqual(['早班'])
  letGo()
  expect((await screen.findByRole('alert')).textContent).toBe(refusal)
  fireEvent.blur(box('夜班'))
  fireEvent.keyDown(box('夜班'), { key: 'Enter' })
  await expect.poll(() => asked).toEqual(['早班', '早班'])
})

test('改名还没回来窗口就关了：没改成的说出来，列表刷新', async () => {
  held = new Promise((done) => (letGo = done))
  refusal = '视图「早班」已存在'
  const { rerender } = render(dialog(viewOf('夜班')))
  type('夜班', '早班')
  fireEvent.blur(box('夜班'))
  await expect.poll(() => asked).toHaveLength(1)
  rerender(dialog())
  letGo()
  await expect.poll(() => toasts).toEqual(['视图「夜班」没有改名：视图「早班」已存在'])
  expect(refreshed).toBe(1)
})

test('删除没成功说出原因；删掉了列表刷新，撤销就按原样再存一个', async () => {
  refusal = '视图不存在'
  render(dialog(viewOf('甲'), viewOf('乙')))
  await press('删除「甲」')
  await expect.poll(() => toasts).toEqual([refusal])
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()
  refusal = undefined
  const before = refreshed
  await press('删除「乙」')
  await screen.findByText('已删除视图「乙」')
  expect(refreshed).toBe(before + 1)
  await press('撤销')
  await expect.poll(() => asked).toEqual(['remove', 'remove', '乙'])
})

test('哪个是默认、是谁的默认，写在视图旁边；设、取消、删掉又撤销，都带着它', async () => {
  const group = { id: 'operator', name: '运营' }
  render(dialog(viewOf('甲'), viewOf('乙', 1, { opens: 1 }), viewOf('丙', 1, { opens: 1, group })))
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said).toEqual(['只给自己', '只给自己我的默认', '运营的所有人运营的默认'])
  await press('设为默认「甲」')
  await expect.poll(() => opens).toEqual([1])
  await press('取消默认「丙」')
  await expect.poll(() => opens).toEqual([1, 0])
  await press('删除「乙」')
  await press('撤销')
  await expect.poll(() => opens).toEqual([1, 0, undefined, 1])
})

test('不能删的：按钮说明原因，按它问缺的权限', async () => {
  render(dialog(viewOf('组里的', 0)))
  await press('删除「组里的」')
  expect(screen.getByText('关于 group.edit')).toBeTruthy()
  await press('设为默认「组里的」')
  expect(asked).toEqual([])
})
