import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider, Input } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { domain, get, post } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { secret } from '@kaibo/contract/kernel/field.ts'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import { pageOf } from '@kaibo/contract/kernel/page.ts'
import { line, maybeLine } from '@kaibo/contract/kernel/text.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { act, creation } from '#kit/action/act.ts'
import { Field } from './field.tsx'
import { FormHost } from './form-host.tsx'
import { RecordForm, type RecordFormProps } from './record-form.tsx'

const fruit = words('水果', 'Fruit')
const Fruit = z.object({ id: z.string(), name: z.string(), taste: z.string(), version: z.int() })
export type Fruit = z.infer<typeof Fruit>
const FruitAdd = z.object({
  name: line(words('名称', '名称'), 10),
  taste: maybeLine(words('类型', '类型'), 10),
  pin: z.optional(secret(words('密码', '密码'), z.string())),
})
const FruitEdit = z.object({ id: z.string(), version: z.int(), ...FruitAdd.shape })

export const fruitApi = domain('fruit', {
  list: get('/admin/v1/x/fruit/list', {
    input: z.object({ id: z.optional(z.string()) }),
    data: pageOf(Fruit),
    can: 'room.look',
  }),
  add: post('/admin/v1/x/fruit/add', {
    input: FruitAdd,
    data: Fruit,
    can: 'room.add',
    changes: ['fruit.list'],
  }),
  edit: post('/admin/v1/x/fruit/edit', {
    input: FruitEdit,
    data: Fruit,
    can: 'room.edit',
    changes: ['fruit.list'],
  }),
})

/** One fruit on a server that saves like the real one: only if the version matches. */
interface Orchard {
  fruit: Fruit | undefined
  /** The next call is answered with this. */
  refuses: Partial<Envelope> | undefined
  saved: unknown[]
  /** By number in its history. */
  versions: Record<string, Fruit>
  /** Answers wait for this. */
  held: Promise<void>
}

export const apple: Fruit = { id: 'a', name: '苹果', taste: '甜', version: 1 }

/** A server with one apple for the tests of a file; each test begins logged in, with the apple reset. */
export function tendOrchard(): Orchard {
  const orchard: Orchard = {
    fruit: undefined,
    refuses: undefined,
    saved: [],
    versions: {},
    held: Promise.resolve(),
  }
  serve<Fruit | undefined>(({ path, query, body }, response) => {
    const answer = path === historyApi.version.path ? past : look
    const says = orchard.refuses ?? (body ? edit(orchard, body) : answer(orchard, query))
    orchard.refuses = undefined
    void orchard.held.then(() => reply(response, says))
  })
  beforeEach(() => {
    localStorage.clear()
    signIn('t', person)
    rememberActions(['room.look', 'room.edit', 'room.add'])
    Object.assign(orchard, { fruit: apple, refuses: undefined, saved: [], held: Promise.resolve() })
  })
  afterEach(() => {
    cleanup()
    signOut()
    queryClient.clear()
  })
  return orchard
}

function look({ fruit }: Orchard, query: URLSearchParams) {
  const id = query.get('id')
  const list = fruit && (id === null || id === fruit.id) ? [fruit] : []
  return { data: { list, total: list.length } }
}

function past({ versions }: Orchard, query: URLSearchParams) {
  const seq = query.get('seq') ?? ''
  const row = versions[seq]
  if (!row) return { code: Code.notFound, msg: '版本不存在' }
  return { data: { seq: Number(seq), at: 0, username: '小李', row } }
}

function edit(orchard: Orchard, { name, taste, id, version, ...more }: Fruit) {
  orchard.saved.push({ name, taste, id, version, ...more })
  if (orchard.fruit && version !== orchard.fruit.version)
    return { code: Code.conflict, msg: '老王刚刚保存过', data: orchard.fruit }
  orchard.fruit = { name, taste, id, version: version + 1 }
  return { data: orchard.fruit }
}

function FruitForm({ row, onClose }: RecordFormProps<Fruit>) {
  return (
    <RecordForm
      row={row}
      create={fruitApi.add}
      edit={fruitApi.edit}
      of={({ id }) => ({ id })}
      noun={fruit}
      asInput={({ name, taste }) => ({ name, taste })}
      onClose={onClose}
    >
      <Field name="name">
        <Input />
      </Field>
      <Field name="taste">
        <Input />
      </Field>
      <Field name="pin">
        <Input />
      </Field>
    </RecordForm>
  )
}

const fruitEdit = act(fruitApi.edit, {
  name: 'edit',
  label: asIs('编辑水果'),
  icon: null,
  enabled: ({ taste }: Fruit) => taste !== '酸' || asIs('酸的不能编辑'),
  idOf: ({ id }: Fruit) => id,
  Form: FruitForm,
  kind: 'room',
})

/** A page with fruit forms at their addresses; `rows` are on screen. */
export function showPage(entries: string[], rows: readonly Fruit[] = []) {
  const page = (
    <FormHost
      edit={fruitEdit}
      create={creation(fruitApi.add, fruit)}
      what="水果"
      rows={rows}
      endpoint={fruitApi.list}
      find={(id) => ({ id })}
      rowIn={({ list }) => list[0]}
    />
  )
  const router = createMemoryRouter(
    [
      { path: '/fruit', element: page },
      { path: '/other', element: <p>别的页面</p> },
    ],
    { initialEntries: entries },
  )
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return {
    router,
    unmount,
    at: () => router.state.location.pathname + router.state.location.search,
  }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const type = (name: string, text: string) =>
  fireEvent.change(box(name), { target: { value: text } })
export const valueOf = (name: string) => box(name).value
/** The button's accessible name changes while it is loading. */
export const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name }))
