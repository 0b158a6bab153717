import type { ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { onToast } from '#client/toast.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { downloadJob } from './download-job.ts'
import { abandonTasks, currentTasks, retryTask, startTask, stopTask } from './tasks.ts'

const api = domain('fruit', {
  list: get('/admin/v1/x/fruit/list', {
    input: z.object({ export: z.literal('xlsx') }),
    data: z.unknown(),
    can: 'room.look',
  }),
})
const job = () => downloadJob(asIs('导出水果'), api.list, { export: 'xlsx' })
const only = () => currentTasks()[0]

let answer: (response: ServerResponse) => void
serve((_, response) => answer(response))
const asFile = (response: ServerResponse) =>
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('水果.xlsx')}`,
  })
const toasts: string[] = []
onToast(({ text }) => void toasts.push(text))

// A browser keeps the file and stays; happy-dom goes to the file's address.
vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
afterEach(abandonTasks)

test('收到多少说多少，收完说文件名', async () => {
  const open: ServerResponse[] = []
  answer = (response) => {
    asFile(response).write('12345')
    open.push(response)
  }
  startTask(job())
  await expect.poll(only).toMatchObject({ state: 'running', progress: { bytes: 5 } })
  expect(only()?.progress).not.toHaveProperty('name')
  open[0]?.end('67')
  await expect
    .poll(only)
    .toMatchObject({ state: 'done', progress: { bytes: 7, name: '水果.xlsx' } })
})

test('取消后，服务器那边也断开', async () => {
  let isCut = false
  answer = (response) => {
    response.on('close', () => (isCut = !response.writableEnded))
    asFile(response).write('12345')
  }
  const id = startTask(job())
  await expect.poll(only).toMatchObject({ progress: { bytes: 5 } })
  stopTask(id)
  await expect.poll(only).toMatchObject({ state: 'stopped' })
  await expect.poll(() => isCut).toBe(true)
})

test('失败：任务自己说原因，不弹提示；重试从头收', async () => {
  answer = (response) => {
    reply(response, { code: 1003, msg: '没有权限', data: { need: 'room.look' } })
  }
  const id = startTask(job())
  await expect.poll(only).toMatchObject({ state: 'failed', fault: { message: '没有权限' } })
  expect(toasts).toEqual([])
  answer = (response) => asFile(response).end('123')
  retryTask(id)
  await expect.poll(only).toMatchObject({ state: 'done', progress: { bytes: 3 } })
})
