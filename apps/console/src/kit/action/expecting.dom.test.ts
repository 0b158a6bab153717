import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { domain, post } from '@kaibo/contract/kernel/endpoint.ts'
import { enableOf } from '@kaibo/contract/kernel/record.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { signIn } from '#client/session.ts'
import { enabling } from './enabling.tsx'

const { close: OFF, open: ON } = OpenStatus
const noun = words('水果', 'Fruit')
const api = domain('fruit', {
  enable: post('/admin/v1/x/fruit/enable', {
    input: enableOf(noun),
    data: z.object({ version: z.int() }),
    can: 'room.edit',
    changes: ['fruit.list', 'fruit.all'],
  }),
})
interface Fruit {
  id: string
  enabled: 0 | 1
  version: number
}
const actions = enabling<Fruit, typeof api.enable>(api.enable, {
  noun,
  can: () => true,
  isEnabled: ({ enabled }) => enabled === ON,
  become: (row, enabled) => ({ ...row, enabled }),
  input: ({ id }, enabled, version) => ({ id, enabled, version }),
  keyOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  hints: { disable: () => noun, enable: () => noun },
})
const [disable, enable] = actions.map((action) => ('run' in action ? action : undefined))

const asked: unknown[] = []
const waiting: ServerResponse[] = []
serve((call, response) => {
  asked.push(call.body)
  waiting.push(response)
})

const row: Fruit = { id: '苹果', enabled: ON, version: 3 }
const list = () => queryClient.getQueryData<{ list: Fruit[] }>(['fruit.list', {}])?.list
const answered = (more: Parameters<typeof reply>[1]) => reply(waiting.shift(), more)

beforeEach(() => {
  signIn('t', person)
  asked.length = 0
  waiting.length = 0
  const other = { ...row, id: '梨' }
  queryClient.setQueryData(['fruit.list', {}], { list: [row, other], total: 2 })
  queryClient.setQueryData(['fruit.all', {}], { list: [{ id: '苹果', name: '选项' }] })
})

test('停用马上看得到，只动这一行；选项里同号的不动', async () => {
  const done = disable?.run(row)
  expect(list()).toMatchObject([
    { id: '苹果', enabled: OFF },
    { id: '梨', enabled: ON },
  ])
  expect(queryClient.getQueryData(['fruit.all', {}])).toEqual({
    list: [{ id: '苹果', name: '选项' }],
  })
  await expect.poll(() => waiting).toHaveLength(1)
  answered({ data: { version: 4 } })
  await done
  expect(list()?.[0]).toMatchObject({ enabled: OFF })
})

test('被拒绝：回到原来，原因交给做的人', async () => {
  const done = disable?.run(row)
  await expect.poll(() => waiting).toHaveLength(1)
  answered({ code: Code.conflict, msg: '正在使用' })
  await expect(done).rejects.toThrow('正在使用')
  expect(list()?.[0]).toEqual(row)
})

test('同一行连着做，服务器按做的先后听到', async () => {
  const off = disable?.run(row)
  const on = enable?.run({ ...row, enabled: OFF })
  await expect.poll(() => waiting).toHaveLength(1)
  expect(asked).toEqual([{ id: '苹果', enabled: OFF }])
  answered({ data: { version: 4 } })
  await off
  await expect.poll(() => waiting).toHaveLength(1)
  answered({ data: { version: 5 } })
  await on
  expect(asked).toEqual([
    { id: '苹果', enabled: OFF },
    { id: '苹果', enabled: ON },
  ])
})

test('撤销说出做过之后的版本', async () => {
  const done = disable?.undo?.run(row, { version: 4 } as never)
  await expect.poll(() => waiting).toHaveLength(1)
  answered({ data: { version: 5 } })
  await done
  expect(asked).toEqual([{ id: '苹果', enabled: ON, version: 4 }])
})
