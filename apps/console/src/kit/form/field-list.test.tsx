import { words } from '@kaibo/contract/kernel/words.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Button, ConfigProvider, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { domain, post } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { field } from '@kaibo/contract/kernel/field.ts'
import { line } from '@kaibo/contract/kernel/text.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { signIn } from '#client/session.ts'
import { fieldsOf } from './fields-of.ts'
import { RecordForm } from './record-form.tsx'

interface Song {
  id: string
  version: number
  name: string
  segments: { text: string }[]
}
const shape = {
  name: line(words('名称', '名称'), 10),
  segments: field(
    words('内容', '内容'),
    z.array(z.object({ text: line(words('话术', '话术'), 10) })).check(z.maxLength(3)),
  ),
}
const api = domain('song', {
  add: post('/admin/v1/x/song/add', { input: z.object(shape), can: 'room.add' }),
  edit: post('/admin/v1/x/song/edit', {
    input: z.object({ id: z.string(), version: z.int(), ...shape }),
    can: 'room.edit',
  }),
})
const { Field, FieldList } = fieldsOf(api.add, api.edit)

const sent: unknown[] = []
let answer: Partial<Envelope>
serve(({ body }, response) => {
  sent.push(body)
  reply(response, answer)
})
beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  answer = {}
  signIn('t', person)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const song: Song = {
  id: 's',
  version: 1,
  name: '夜曲',
  segments: ['一', '二', '三'].map((text) => ({ text })),
}

const form = (
  <RecordForm
    row={song}
    create={api.add}
    edit={api.edit}
    of={({ id }) => ({ id })}
    noun={words('歌', 'Song')}
    asInput={({ name, segments }) => ({ name, segments })}
    onClose={() => {}}
  >
    <Field name="name">
      <Input />
    </Field>
    <FieldList name="segments" renderAdder={(add) => <Button onClick={() => add()}>加一段</Button>}>
      {({ index, move, remove }) => (
        <div role="group" aria-label={`第${index + 1}段`}>
          <Field name={`segments.${index}.text`}>
            <Input />
          </Field>
          <Button onClick={() => move(index - 1)}>上移</Button>
          <Button onClick={remove}>删除</Button>
        </div>
      )}
    </FieldList>
  </RecordForm>
)

function open() {
  const router = createMemoryRouter([{ path: '/', element: form }])
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return unmount
}
const segment = (nth: number) => within(screen.getByRole('group', { name: `第${nth}段` }))
const texts = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: '话术' }).map(({ value }) => value)
const save = () => fireEvent.click(screen.getByRole('button', { name: '保存歌' }))

test('一项一项地加、移、删，按顺序发送', async () => {
  open()
  await screen.findByRole('dialog')
  fireEvent.click(segment(3).getByRole('button', { name: '上移' }))
  await expect.poll(texts).toEqual(['一', '三', '二'])
  fireEvent.click(segment(1).getByRole('button', { name: '删除' }))
  await expect.poll(texts).toEqual(['三', '二'])
  fireEvent.click(screen.getByRole('button', { name: '加一段' }))
  await expect.poll(texts).toEqual(['三', '二', ''])
  save()
  expect(await segment(3).findByText('请输入话术')).toBeTruthy()
  fireEvent.change(segment(3).getByRole('textbox'), { target: { value: '四' } })
  save()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent).toEqual([
    { id: 's', version: 1, name: '夜曲', segments: ['三', '二', '四'].map((text) => ({ text })) },
  ])
})

test.each(['segments.1.text', 'segments[1].text'])(
  '服务器说 %s 不对：写在那一项下面',
  async (path) => {
    answer = { code: Code.invalid, msg: '参数错误', data: { fields: { [path]: '话术已被使用' } } }
    open()
    await screen.findByRole('dialog')
    save()
    expect(await segment(2).findByText('话术已被使用')).toBeTruthy()
    expect(screen.queryByText('参数错误')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(segment(2).getByRole('textbox'))
  },
)

test('说的是整个列表，写在列表下面；说的哪里都没有，写在上面', async () => {
  answer = {
    code: Code.invalid,
    msg: '参数错误',
    data: { fields: { segments: '最多2个内容', tempo: '速度不对' } },
  }
  open()
  await screen.findByRole('dialog')
  save()
  expect(
    await within(screen.getByRole('group', { name: '内容' })).findByText('最多2个内容'),
  ).toBeTruthy()
  expect(screen.getByText('参数错误')).toBeTruthy()
})

test('只换了顺序也是没保存的内容：再打开还在', async () => {
  const close = open()
  await screen.findByRole('dialog')
  fireEvent.click(segment(2).getByRole('button', { name: '上移' }))
  await expect.poll(texts).toEqual(['二', '一', '三'])
  close()
  open()
  await expect.poll(texts).toEqual(['二', '一', '三'])
})
