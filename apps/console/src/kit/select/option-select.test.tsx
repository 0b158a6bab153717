import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { listOf } from '@kaibo/contract/kernel/page.ts'
import { setLanguage } from '#client/language.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { onToast } from '#client/toast.ts'
import { OptionSelect, OptionsSelect } from './option-select.tsx'
import { optionsOf } from './options.ts'

const api = domain('fruit', {
  all: get('/admin/v1/x/fruit/all', {
    data: listOf(z.object({ uid: z.string(), name: z.string() })),
    can: 'login',
  }),
})
const rows = [
  { uid: 'a', name: '甲' },
  { uid: 'b', name: '乙' },
]
let answer: Partial<Envelope>
/** As long as it is set, answers are held back. */
let hold: Promise<void> | undefined
const ok = { data: { list: rows } }
const failed = { code: Code.internal, msg: '服务器错误' }

serve((_asked, response) => void Promise.resolve(hold).then(() => reply(response, answer)))
beforeEach(() => {
  answer = ok
  hold = undefined
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const show = (element: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>)
const open = () => fireEvent.mouseDown(screen.getByRole('combobox'))
const titles = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)
const isLoading = () => document.querySelector('.anticon-loading') !== null

test('spec §3：值取 uid，名取 name', async () => {
  const chosen: (string | undefined)[] = []
  show(<OptionSelect from={api.all} onChange={(value) => chosen.push(value)} />)
  open()
  fireEvent.click(await screen.findByTitle('乙'))
  expect(chosen).toEqual(['b'])
})

test('spec §3：两个字段可以另指：平台列表的 id 和 name 作值和名', () => {
  const platforms = [{ id: 'douyin', name: '抖音', mark: '抖' }]
  expect(optionsOf(platforms, { valueField: 'id' }, 'zh')).toEqual([
    { value: 'douyin', label: '抖音', disabled: false },
  ])
  expect(optionsOf(platforms, { valueField: 'mark', labelField: 'id' }, 'zh')).toEqual([
    { value: '抖', label: 'douyin', disabled: false },
  ])
})

test('spec §3：“全部”一项可有可无，有就在最前，默认叫请选择，值为空', async () => {
  expect(optionsOf(rows, {}, 'zh').map(({ value }) => value)).toEqual(['a', 'b'])
  expect(optionsOf(rows, { all: true }, 'zh')[0]).toEqual({
    value: '',
    label: '请选择',
    disabled: false,
  })
  expect(optionsOf(rows, { all: '全部分组' }, 'zh')[0]?.label).toBe('全部分组')

  const chosen: (string | undefined)[] = []
  show(<OptionSelect from={api.all} all value="a" onChange={(value) => chosen.push(value)} />)
  open()
  await screen.findByTitle('乙')
  expect(titles()).toEqual(['请选择', '甲', '乙'])
  fireEvent.click(screen.getByTitle('请选择'))
  expect(chosen).toEqual([undefined])
})

const refuse = () => 'in use'

test('英文里，不能选的原因和没选时的话都是英文的写法', async () => {
  setLanguage('en')
  expect(optionsOf([{ uid: 'a', name: 'PC 7' }], { refuse, all: true }, 'en')).toMatchObject([
    { label: 'Choose' },
    { label: 'PC 7 (in use)' },
  ])
  setLanguage('zh')
})

test('什么都没选时，显示的就是“全部”一项', async () => {
  show(<OptionSelect from={api.all} all />)
  await expect.poll(isLoading).toBe(false)
  expect(screen.getByText('请选择')).toBeTruthy()
})

test('spec §8：加载失败只结束加载状态：没有提示，没有选项，还能打开', async () => {
  const toasts: string[] = []
  const stop = onToast(({ text }) => toasts.push(text))
  answer = failed
  let letGo: (() => void) | undefined
  hold = new Promise((done) => {
    letGo = done
  })
  show(<OptionSelect from={api.all} />)
  await expect.poll(isLoading).toBe(true)
  letGo?.()
  await expect.poll(isLoading).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(toasts).toEqual([])
  stop()

  answer = ok
  open()
  expect(await screen.findByTitle('甲')).toBeTruthy()
})

test('不能选的一项留在原位并说明原因', async () => {
  const chosen: (string | undefined)[] = []
  show(
    <OptionSelect
      from={api.all}
      refuse={({ uid }) => (uid === 'a' ? '已用于一号间' : undefined)}
      onChange={(value) => chosen.push(value)}
    />,
  )
  open()
  fireEvent.click(await screen.findByTitle('甲（已用于一号间）'))
  expect(chosen).toEqual([])
})

test('多选：已经选中、又从列表里去掉的，仍以名字显示', async () => {
  const kept = [
    { value: 'a', label: '不重复' },
    { value: 'z', label: '已停用的' },
  ]
  show(<OptionsSelect from={api.all} value={['a', 'z']} kept={kept} />)
  expect(await screen.findByText('甲')).toBeTruthy()
  expect(screen.getByText('已停用的')).toBeTruthy()
  expect(screen.queryByText('不重复')).toBeNull()
})
