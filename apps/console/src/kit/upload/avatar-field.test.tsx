import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#client/language.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { AvatarField } from './avatar-field.tsx'

const MEGABYTE = 1024 * 1024
let limits: object

serve((_, response) => reply(response, { data: { storage: 'disk', kinds: { avatar: limits } } }))

beforeEach(() => {
  setLanguage('zh')
  queryClient.clear()
  limits = { max_bytes: 2 * MEGABYTE, types: ['image/png'], max_pixels: 100, keep_side: 64 }
})
afterEach(cleanup)

const show = (value: string | null = null) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }}>
        <AvatarField value={value} onUploaded={() => {}} />
      </ConfigProvider>
    </QueryClientProvider>,
  )

const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('选择图片'), { target: { files } })

const png = (bytes: number, name = '我.png') =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' })

test('the server’s limits are shown before a file is chosen', async () => {
  show()
  expect(await screen.findByText('PNG 格式，不超过 2 MB')).toBeTruthy()
  expect(screen.getByLabelText('选择图片').getAttribute('accept')).toBe('image/png')
  expect(screen.getByRole('button', { name: '更换头像' })).toBeTruthy()
})

test.each([
  [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), '“a.svg”不是PNG，请换一个'],
  [new File([''], 'b.txt', { type: '' }), '“b.txt”不是PNG，请换一个'],
  [png(0, 'c.png'), '“c.png”是空文件，请换一个'],
  [png(3 * MEGABYTE), '“我.png”有 3 MB，不能超过 2 MB，请换一个'],
])('%s is refused in words before it is sent', async (file, words) => {
  show()
  await screen.findByText('PNG 格式，不超过 2 MB')
  choose(file)
  expect(screen.getByRole('alert').textContent).toBe(words)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a picture is cropped first; closing the dialog changes nothing', async () => {
  show('/common/upload/file/1')
  await screen.findByText('PNG 格式，不超过 2 MB')
  choose(new File(['x'], 'a.svg', { type: 'image/svg+xml' }))
  choose(png(10))
  expect(await screen.findByRole('dialog', { name: '裁剪头像' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await screen.findByRole('slider', { name: '缩放' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(screen.getByAltText('头像').getAttribute('src')).toBe('/common/upload/file/1')
})

test('all texts are in English if the language is English', async () => {
  setLanguage('en')
  show()
  expect(await screen.findByText('PNG, up to 2 MB')).toBeTruthy()
})
