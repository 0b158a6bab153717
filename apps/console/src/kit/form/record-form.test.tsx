import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { queryClient } from '#client/query.ts'
import { apple, press, showPage, tendOrchard, type, valueOf } from './form.fixture.tsx'

const orchard = tendOrchard()

async function openForm() {
  const page = showPage(['/fruit?edit=a'])
  await screen.findByLabelText('名称')
  return page
}
/** Everything that lies in the browser. */
const storedText = () => Object.entries(localStorage).join('\n')
const kept = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.includes('draft:'))
    .join('\n')
const isAskedBeforeClosing = () => {
  const event = createEvent('beforeunload', window, { cancelable: true })
  fireEvent(window, event)
  return event.defaultPrevented
}

test('草稿只留改过的；密码从不留下；重新打开时恢复，可以丢弃', async () => {
  const { unmount } = await openForm()
  type('密码', 'very-secret')
  expect(kept()).toBe('')
  type('名称', '青苹果')
  await expect.poll(kept).toContain('青苹果')
  expect(kept()).not.toContain('甜')
  expect(storedText()).not.toContain('very-secret')
  unmount()

  await openForm()
  expect(await screen.findByText(/已恢复上次未保存的内容/)).toBeTruthy()
  expect([valueOf('名称'), valueOf('类型'), valueOf('密码')]).toEqual(['青苹果', '甜', ''])
  await press('丢弃')
  expect(valueOf('名称')).toBe('苹果')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('名称'))
  expect(kept()).toBe('')
})

test('改回原样就没有草稿；保存后也没有', async () => {
  await openForm()
  type('名称', '青苹果')
  type('名称', '苹果')
  expect(kept()).toBe('')
  type('类型', '很甜')
  await press('保存水果')
  await expect.poll(() => orchard.saved).toHaveLength(1)
  await expect.poll(kept).toBe('')
})

test('两人同时改：没碰的取对方的，碰过的逐项选；再保存用对方的版本', async () => {
  await openForm()
  type('名称', '我的苹果')
  orchard.fruit = { ...apple, name: '他的苹果', taste: '脆', version: 2 }
  await press('保存水果')
  const panel = await screen.findByRole('alert', { name: '保存之前，这里已被改过' })
  expect(panel.textContent).toContain('老王刚刚保存过')
  expect([valueOf('名称'), valueOf('类型')]).toEqual(['我的苹果', '脆'])
  const name = within(panel).getByRole('group', { name: '名称' })
  fireEvent.click(within(name).getByRole('radio', { name: '对方的：他的苹果' }))
  expect(valueOf('名称')).toBe('他的苹果')
  fireEvent.click(within(name).getByRole('radio', { name: '我的：我的苹果' }))
  await press('保存水果')
  await expect.poll(() => orchard.fruit?.name).toBe('我的苹果')
  expect(orchard.saved.at(-1)).toMatchObject({ version: 2, taste: '脆' })
})

test('旧版本上写的草稿：这期间别人保存过，不会被悄悄盖掉', async () => {
  const { unmount } = await openForm()
  type('名称', '草稿里的')
  unmount()
  queryClient.clear()
  orchard.fruit = { ...apple, name: '他后来改的', version: 5 }
  await openForm()
  await screen.findByText(/已恢复/)
  await press('保存水果')
  expect(await screen.findByRole('radio', { name: '对方的：他后来改的' })).toBeTruthy()
  expect(orchard.fruit.name).toBe('他后来改的')
  await press('保存水果')
  await expect.poll(() => orchard.fruit?.name).toBe('草稿里的')
})

test('服务器说哪个字段不对，就写在哪个字段下面；说的是别的，写在最上面', async () => {
  await openForm()
  const fields = { name: '名称已被使用' }
  orchard.refuses = { code: Code.invalid, msg: '参数错误', data: { fields } }
  await press('保存水果')
  expect(await screen.findByText('名称已被使用')).toBeTruthy()
  expect(screen.queryByText('参数错误')).toBeNull()
  orchard.refuses = { code: Code.notFound, msg: '水果不存在' }
  await press('保存水果')
  expect((await screen.findByText('水果不存在')).closest('[role=alert]')).toBeTruthy()
})

test('没填的不发送，第一个出错的得到焦点；Ctrl+Enter 发送', async () => {
  await openForm()
  type('名称', '')
  fireEvent.keyDown(screen.getByLabelText('类型'), { key: 'Enter', ctrlKey: true })
  expect(await screen.findByText('请输入名称')).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('名称'))
  expect(orchard.saved).toEqual([])
  type('名称', '桃')
  fireEvent.keyDown(screen.getByLabelText('类型'), { key: 'Enter', ctrlKey: true })
  await expect.poll(() => orchard.fruit?.name).toBe('桃')
})

test('回车由浏览器送出：保存按钮是这张表单的提交；输入法还在选字时 Ctrl+Enter 不送', async () => {
  await openForm()
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存水果' })
  expect(save.type).toBe('submit')
  expect(save.form).toBe(screen.getByLabelText<HTMLInputElement>('名称').form)
  const enter = { key: 'Enter', ctrlKey: true }
  fireEvent.keyDown(screen.getByLabelText('名称'), { ...enter, isComposing: true })
  await new Promise((done) => setTimeout(done, 100))
  expect(orchard.saved).toEqual([])
  type('名称', '桃')
  fireEvent.keyDown(screen.getByLabelText('名称'), enter)
  await expect.poll(() => orchard.fruit?.name).toBe('桃')
  expect(orchard.saved).toHaveLength(1)
})

test('有没保存的内容时，浏览器关闭页面前会问', async () => {
  await openForm()
  expect(isAskedBeforeClosing()).toBe(false)
  type('名称', '青苹果')
  expect(isAskedBeforeClosing()).toBe(true)
  type('名称', '苹果')
  expect(isAskedBeforeClosing()).toBe(false)
})
