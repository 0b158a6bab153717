import { words } from '@kaibo/contract/kernel/words.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { line } from '@kaibo/contract/kernel/text.ts'
import { AddButton, AdderProvider } from '#kit/adder/adder.tsx'
import { DialogForm } from './dialog-form.tsx'
import { Field } from './field.tsx'

const Tree = z.object({ tree: line(words('名称', '名称'), 10) })
const Seed = z.object({ seed: line(words('类型', '类型'), 10) })

let saved: string[]
beforeEach(() => {
  saved = []
})
afterEach(cleanup)

/** A form opened from the help of another form's field. */
const NewSeed = ({ onClose }: { onClose: () => void }) => (
  <DialogForm
    schema={Seed}
    title="添加种子"
    submit="添加"
    initial={{ seed: '梨核' }}
    onSubmit={async () => void saved.push('种子')}
    onSaved={() => {}}
    onClose={onClose}
  >
    <Field name="seed">
      <Input />
    </Field>
  </DialogForm>
)

const page = (
  <AdderProvider value={{ seed: NewSeed }}>
    <DialogForm
      schema={Tree}
      title="新增树"
      submit="保存"
      initial={{ tree: '梨树' }}
      onSubmit={async () => void saved.push('树')}
      onSaved={() => {}}
      onClose={() => {}}
    >
      <Field name="tree" help={<AddButton of="seed" label="添加种子" onAdded={() => {}} />}>
        <Input />
      </Field>
    </DialogForm>
  </AdderProvider>
)

test('从表单里打开的表单：Ctrl+Enter 只送出正在填的那一张', async () => {
  const router = createMemoryRouter([{ path: '*', element: page }])
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <RouterProvider router={router} />
    </ConfigProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '添加种子' }))
  const enter = { key: 'Enter', ctrlKey: true }
  fireEvent.keyDown(await screen.findByLabelText('类型'), enter)
  await expect.poll(() => saved).toContain('种子')
  await new Promise((done) => setTimeout(done, 100))
  expect(saved).toEqual(['种子'])
  fireEvent.keyDown(screen.getByLabelText('名称'), enter)
  await expect.poll(() => saved).toEqual(['种子', '树'])
})
