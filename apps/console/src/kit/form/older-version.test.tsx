import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#client/query.ts'
import { apple, press, showPage, tendOrchard, type, valueOf } from './form.fixture.tsx'

const orchard = tendOrchard()

async function openOlder(row = { ...apple, name: '旧苹果', version: 1 }) {
  orchard.fruit = { ...apple, version: 3 }
  orchard.versions = { 7: row }
  const page = showPage(['/fruit?edit=a&as_of=7'])
  await screen.findByLabelText('名称')
  return page
}
const panel = () => screen.getByRole('alert', { name: '已填入旧版本的内容' })

test('旧版本填在表单里，说出会变的；保存是现在这个版本上的一次普通编辑', async () => {
  const { at } = await openOlder()
  expect([valueOf('名称'), valueOf('类型')]).toEqual(['旧苹果', '甜'])
  expect(panel().textContent).toContain('小李 保存的版本')
  const fields = within(panel()).getAllByRole('group')
  expect(fields).toHaveLength(1)
  expect(fields[0]?.textContent).toBe('名称撤回为：旧苹果现在的：苹果')
  await press('保存水果')
  await expect
    .poll(() => orchard.saved)
    .toEqual([{ id: 'a', name: '旧苹果', taste: '甜', version: 3 }])
  await expect.poll(at).toBe('/fruit')
})

test('可以逐项保持现在的，也可以再改', async () => {
  await openOlder({ ...apple, name: '旧苹果', taste: '涩' })
  fireEvent.click(within(panel()).getByRole('radio', { name: '现在的：苹果' }))
  type('类型', '涩一点')
  await press('保存水果')
  await expect
    .poll(() => orchard.fruit)
    .toMatchObject({ name: '苹果', taste: '涩一点', version: 4 })
})

test('这期间别人又保存过：照样逐项问', async () => {
  await openOlder()
  orchard.fruit = { ...apple, name: '他刚改的', version: 4 }
  await press('保存水果')
  const clash = await screen.findByRole('alert', { name: '保存之前，这里已被改过' })
  expect(within(clash).getByRole('radio', { name: '我的：旧苹果' })).toHaveProperty('checked', true)
  await press('保存水果')
  await expect.poll(() => orchard.fruit?.name).toBe('旧苹果')
  expect(orchard.saved.at(-1)).toMatchObject({ version: 4 })
})

test('草稿不掺进来，也不被它换掉', async () => {
  orchard.fruit = apple
  const { unmount } = showPage(['/fruit?edit=a'])
  await screen.findByLabelText('名称')
  type('名称', '草稿里的')
  unmount()
  queryClient.clear()
  const older = await openOlder()
  expect(valueOf('名称')).toBe('旧苹果')
  expect(screen.queryByText(/已恢复上次/)).toBeNull()
  // On the present version, not on that of the draft.
  await press('保存水果')
  await expect.poll(() => orchard.saved).toMatchObject([{ name: '旧苹果', version: 3 }])
  older.unmount()
  showPage(['/fruit?edit=a'])
  await screen.findByText(/已恢复上次/)
  expect(valueOf('名称')).toBe('草稿里的')
})

test('和现在一样的版本说没有不同；没有的版本说没有', async () => {
  await openOlder({ ...apple, version: 1 })
  expect(panel().textContent).toContain('没有不同，不用保存')
  orchard.versions = {}
  showPage(['/fruit?edit=a&as_of=8'])
  expect(await screen.findByText('这个版本不存在')).toBeTruthy()
})
