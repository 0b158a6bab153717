import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { SystemLine, SystemState } from '@kaibo/contract/system/system.schema.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import SystemPage from './system.page.tsx'

const line = (name: string, said?: string): SystemLine => ({
  key: name,
  name,
  ok: said === undefined,
  said: said ?? '正常',
  facts: [{ name: '上次', value: '今天 03:00' }],
})
const state: SystemState = {
  at: 1_795_669_200_000,
  parts: [
    { key: 'servers', title: '服务器', lines: [line('甲机')] },
    { key: 'jobs', title: '后台任务', lines: [line('删除到期数据'), line('收入汇总', '没有成功')] },
  ],
}
serve((_, response) => reply(response, { data: state }))

afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
})

test('要人处理的排在最前，说该做什么；正常的只有数，标题说有几处', async () => {
  signIn('t', person)
  rememberActions(['system.look'])
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter>
          <SystemPage />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
  await screen.findByText('1 处需要处理')
  const parts = screen.getAllByRole('region')
  expect(parts.map((part) => part.getAttribute('aria-label'))).toEqual(['后台任务', '服务器'])
  const lines = parts.flatMap((part) => within(part).getAllByRole('listitem'))
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '待处理收入汇总没有成功上次今天 03:00',
    '正常删除到期数据上次今天 03:00',
    '正常甲机上次今天 03:00',
  ])
})
