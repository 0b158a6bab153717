import { afterAll, beforeAll, expect, test } from 'vitest'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

let server: TestServer
let base: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

async function sent(content: string, type = 'text/csv') {
  const bytes = Buffer.from(content)
  const draft = { kind: 'sheet', filename: '问答.csv', size: bytes.length, type } as const
  const { data } = await server.call(uploadApi.preUrl, draft, operator)
  await fetch(new URL(data.url, base), { method: 'PUT', headers: data.headers, body: bytes })
  const { upload_id } = data
  return { upload_id, done: await server.call(uploadApi.complete, { upload_id }, operator) }
}
const read = (upload_id: string, as = operator) =>
  server.call(talkApi.readReplies, { upload_id }, as)

test('the questions of a sheet, and which rows are none', async () => {
  const { upload_id } = await sent('关键词,回复\n音响/音箱,五百元\n\n没有回复,\n发货，包邮,明天')
  expect((await read(upload_id)).data).toEqual({
    rows: [
      { row: 2, keywords: ['音响', '音箱'], reply: '五百元' },
      { row: 5, keywords: ['发货，包邮'], reply: '明天' },
    ],
    bad: [4],
  })
})

test('what is no sheet is refused when it arrives', async () => {
  const { done } = await sent('PK nothing')
  expect(done).toMatchObject({
    code: 1001,
    data: { fields: { upload_id: '文件不是能读的表格，请用xlsx或csv' } },
  })
})

test('a sheet is read by whoever sent it, and given to nobody', async () => {
  const { upload_id } = await sent('音响,好')
  const other = await server.login('operator')
  expect(await read(upload_id, other)).toMatchObject({ code: 1005 })
  const file = await fetch(new URL(`/common/upload/file/${upload_id}`, base))
  expect(file.status).toBe(404)
})
