import { useState, type ReactNode } from 'react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lazily, lazily } from './lazily.tsx'

/** Whether the server has the code now. */
let isThere = false
let asked = 0
beforeEach(() => {
  isThere = false
  asked = 0
  // React says what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const drawing = () =>
  lazily(async () => {
    asked += 1
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ of }: { of: string }) => <p>画的是{of}</p>
  })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('加载不到的说明，页面还在；再试就再要一次', async () => {
  const Drawing = drawing()
  render(
    <main>
      <p>页面</p>
      <Lazily>
        <Drawing of="苹果" />
      </Lazily>
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('再试一次')
  expect(screen.getByText('页面')).toBeTruthy()
  expect(screen.getByRole('button', { name: /刷\s?新/ })).toBeTruthy()
  isThere = true
  await press('重 试')
  expect(await screen.findByText('画的是苹果')).toBeTruthy()
  expect(asked).toBe(2)
})

function Opener({ Drawing }: { Drawing: ReturnType<typeof drawing> }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {open ? (
        <Lazily onClose={close}>
          <Drawing of="梨" />
        </Lazily>
      ) : null}
    </>
  )
}

test('打不开的窗口关得掉；再打开就再要一次', async () => {
  render(<Opener Drawing={drawing()} />)
  await press('打开')
  await screen.findByRole('dialog', { name: '没能打开' })
  await press('Close')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  isThere = true
  await press('打开')
  expect(await screen.findByText('画的是梨')).toBeTruthy()
})

test('网络断了就说网络，不说新版本', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const Drawing = drawing()
  render(
    <Lazily>
      <Drawing of="苹果" />
    </Lazily>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('网络断开')
  expect(screen.queryByRole('button', { name: /刷\s?新/ })).toBeNull()
})

function Broken(): ReactNode {
  throw new Error('row is undefined')
}
const broken = (
  <Lazily>
    <Broken />
  </Lazily>
)

test('不是加载的错误交给外面', () => {
  expect(() => render(broken)).toThrow('row is undefined')
})
