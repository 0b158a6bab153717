import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { domain, post } from '@kaibo/contract/kernel/endpoint.ts'
import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { person } from '#client/person.fixture.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { signIn } from '#client/session.ts'
import { onToast } from '#client/toast.ts'
import { act, creation } from './act.ts'
import type { Action } from './action.ts'

interface Fruit {
  id: string
}

const api = domain('fruit', {
  add: post('/admin/v1/x/fruit/add', { can: 'room.add' }),
  wash: post('/admin/v1/x/fruit/wash', {
    input: z.object({ id: z.string(), wet: z.boolean() }),
    can: 'room.edit',
    changes: ['fruit.list', 'market.stalls'],
  }),
})

const asked: unknown[] = []
let code: number
serve((call, response) => {
  asked.push([call.path, call.body])
  reply(response, { code, msg: '已经烂了' })
})
const toasts: unknown[] = []
onToast((toast) => toasts.push(toast))

beforeEach(() => {
  signIn('t', person)
  asked.length = 0
  code = Code.ok
})

const Dialog = () => null
const face = { name: 'wash', label: asIs('清洗'), icon: null }
const wash: Action<Fruit> = act(api.wash, {
  ...face,
  input: ({ id }) => ({ id, wet: true }),
  bulk: { label: asIs('批量清洗') },
})

test('an act has its call’s right, sends its `input` of a row, and refetches what the call changes', async () => {
  expect(wash).toMatchObject({ right: 'room.edit', refreshes: ['fruit.list', 'market.stalls'] })
  if (!('run' in wash)) throw new Error('it does its work')
  await wash.run({ id: 'a' })
  expect(asked).toEqual([[api.wash.path, { id: 'a', wet: true }]])
})

test('a bulk act makes the same call; its error is left to the caller and not shown in a toast', async () => {
  expect(wash.bulk?.refreshes).toEqual(['fruit.list', 'market.stalls'])
  code = Code.conflict
  await expect(wash.bulk?.run({ id: 'b' })).rejects.toThrow('已经烂了')
  expect(asked).toEqual([[api.wash.path, { id: 'b', wet: true }]])
  expect(toasts).toEqual([])
})

test('an act with a dialog has its call’s right; as a bulk act it runs without the dialog', async () => {
  const asking: Action<Fruit> = act(api.wash, { ...face, Dialog })
  expect(asking).toMatchObject({ right: 'room.edit', Dialog })
  expect(asking.bulk).toBeUndefined()
  const many: Action<Fruit> = act(api.wash, {
    ...face,
    Dialog,
    input: ({ id }) => ({ id, wet: false }),
    bulk: { label: asIs('批量清洗') },
  })
  await many.bulk?.run({ id: 'c' })
  expect(asked).toEqual([[api.wash.path, { id: 'c', wet: false }]])
})

test('a creation has its call’s right', () => {
  expect(creation(api.add, words('房间', 'Room'))).toMatchObject({ right: 'room.add' })
})
