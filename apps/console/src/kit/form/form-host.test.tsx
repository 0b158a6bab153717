import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { queryClient } from '#client/query.ts'
import { rememberActions } from '#client/session.ts'
import { OPENED_HERE } from '#kit/address/opened-here.ts'
import { onToast } from '#client/toast.ts'
import { apple, press, showPage, tendOrchard, type, valueOf } from './form.fixture.tsx'

const orchard = tendOrchard()

const dialog = (name: string) => screen.findByRole('dialog', { name })

test('链接打开不在屏幕上的一条；关闭后留在页面，其余参数不变', async () => {
  const { at } = showPage(['/fruit?keyword=果&edit=a'])
  await dialog('编辑水果「苹果」')
  expect(valueOf('名称')).toBe('苹果')
  await press('取消')
  await expect.poll(at).toBe('/fruit?keyword=%E6%9E%9C')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('在屏幕上的不用再问服务器；后退关闭，前进再打开', async () => {
  orchard.fruit = undefined
  const { router } = showPage(['/fruit', '/fruit?edit=a'], [apple])
  await dialog('编辑水果「苹果」')
  await act(() => router.navigate(-1))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => router.navigate(1))
  await dialog('编辑水果「苹果」')
})

test('不存在的、看不到的，说法和服务器一样', async () => {
  showPage(['/fruit?edit=b'])
  expect(await screen.findByText('水果不存在')).toBeTruthy()
  expect(screen.getByText(/不在你的数据范围内/)).toBeTruthy()
})

test('服务器回答 1005 也一样；别的失败可以重试', async () => {
  orchard.refuses = { code: Code.notFound, msg: '水果不存在' }
  const { unmount } = showPage(['/fruit?edit=a'])
  expect(await screen.findByText('水果不存在')).toBeTruthy()
  unmount()
  queryClient.clear()
  orchard.refuses = { code: Code.internal, msg: '服务器错误' }
  showPage(['/fruit?edit=a'])
  expect(await screen.findByText('服务器错误')).toBeTruthy()
  await press('重试')
  await dialog('编辑水果「苹果」')
})

test('没有权限的、这一条不能编辑的，各说明原因，不给表单', async () => {
  orchard.fruit = { ...apple, taste: '酸' }
  const { unmount } = showPage(['/fruit?edit=a'])
  expect(await screen.findByText('酸的不能编辑')).toBeTruthy()
  unmount()
  rememberActions(['room.look'])
  const second = showPage(['/fruit?edit=a'])
  expect(await screen.findByText(/没有编辑权限（room.edit）/)).toBeTruthy()
  second.unmount()
  showPage(['/fruit?edit=new'])
  expect(await screen.findByText(/没有新增权限（room.add）/)).toBeTruthy()
  expect(screen.queryByLabelText('名称')).toBeNull()
})

test('新增也有地址；保存后表单关闭', async () => {
  orchard.fruit = undefined
  const { at } = showPage(['/fruit?edit=new'])
  await dialog('新增水果')
  type('名称', '梨')
  await press('保存水果')
  await expect.poll(at).toBe('/fruit')
  expect(orchard.saved).toEqual([{ name: '梨' }])
})

test('有没保存的内容时后退：先问，继续编辑就还在，离开就走', async () => {
  const { router, at } = showPage(['/fruit', '/fruit?edit=a'], [apple])
  await dialog('编辑水果「苹果」')
  type('名称', '青苹果')
  await act(() => router.navigate(-1))
  expect(screen.getByText(/填的内容会留作草稿/)).toBeTruthy()
  await press('继续编辑')
  expect(at()).toBe('/fruit?edit=a')
  expect(valueOf('名称')).toBe('青苹果')
  await act(() => router.navigate('/other'))
  await press('离开')
  expect(await screen.findByText('别的页面')).toBeTruthy()
})

test('取消时也只问一次；没改就不问', async () => {
  const { at } = showPage(['/fruit?edit=a'], [apple])
  await dialog('编辑水果「苹果」')
  type('名称', '青苹果')
  await press('取消')
  await press('离开')
  await expect.poll(at).toBe('/fruit')
  expect(screen.queryByText('有还没保存的内容')).toBeNull()
})

test('从页面打开的，连按两次取消也只关掉表单；前进再打开，还能再关', async () => {
  const { router, at } = showPage(['/other', '/fruit'], [apple])
  await act(() => router.navigate('/fruit?edit=a', { state: OPENED_HERE }))
  const closeTwice = async () => {
    await dialog('编辑水果「苹果」')
    const cancel = screen.getByRole('button', { name: '取消' })
    act(() => {
      cancel.click()
      cancel.click()
    })
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(at()).toBe('/fruit')
  }
  await closeTwice()
  await act(() => router.navigate(1))
  await closeTwice()
})

test('保存还没回来就离开了：没保存成的说出来，说是哪一张表单', async () => {
  const toasts: string[] = []
  onToast(({ text }) => toasts.push(text))
  let letGo: (() => void) | undefined
  showPage(['/fruit?edit=a'], [apple])
  await dialog('编辑水果「苹果」')
  type('名称', '青苹果')
  orchard.held = new Promise((done) => (letGo = done))
  orchard.refuses = { code: Code.invalid, msg: '名称已被使用' }
  await press('保存水果')
  await expect.poll(() => orchard.refuses).toBeUndefined()
  await press('取消')
  await press('离开')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  letGo?.()
  await expect.poll(() => toasts).toEqual(['编辑水果「苹果」没有成功：名称已被使用'])
})

test('打开着的表单不随列表刷新变样', async () => {
  showPage(['/fruit?edit=a'])
  await dialog('编辑水果「苹果」')
  type('类型', '很甜')
  orchard.fruit = { ...apple, name: '红富士', version: 2 }
  await act(() => queryClient.invalidateQueries())
  expect(valueOf('名称')).toBe('苹果')
  expect(valueOf('类型')).toBe('很甜')
})
