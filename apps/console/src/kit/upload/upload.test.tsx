import type { ServerResponse } from 'node:http'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { Upload } from '@kaibo/contract/upload/upload.schema.ts'
import { setLanguage } from '#client/language.ts'
import { reply, serve, type Asked } from '#client/server.fixture.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

/** A server of the three steps; a test gives its own answer to one of them. */
type Answer = (response: ServerResponse) => void
const STORAGE_PATH = '/put-here'
const kept = { upload_id: 'u1', url: '/f/u1', type: 'image/webp', bytes: 3, width: 1, height: 1 }

const json =
  (envelope: Partial<Envelope>): Answer =>
  (response) =>
    reply(response, envelope)
const ticket = {
  upload_id: 'u1',
  url: STORAGE_PATH,
  headers: { 'content-type': 'image/png' },
  expires_at: 1,
}
const usual = {
  [uploadApi.preUrl.path]: json({ data: ticket }),
  [STORAGE_PATH]: json({}),
  [uploadApi.complete.path]: json({ data: kept }),
}

let answers: Record<string, Answer>
let heard: Asked[] = []
serve((asked, response) => {
  heard.push(asked)
  answers[asked.path]?.(response)
})

/** Those that were sent, so that a test can report what a browser would: happy-dom tells nothing of an upload's progress. */
const sent: XMLHttpRequest[] = []
class Watched extends XMLHttpRequest {
  override send(body?: XMLHttpRequestBodyInit | null): void {
    sent.push(this)
    super.send(body)
  }
}
globalThis.XMLHttpRequest = Watched

beforeEach(() => {
  setLanguage('zh')
  answers = { ...usual }
  heard = []
  sent.length = 0
})
afterEach(cleanup)

const file = new File(['abc'], '我.png', { type: 'image/png' })

function Sender({ onUploaded }: { onUploaded: (upload: Upload) => void }) {
  const upload = useUpload('avatar', onUploaded)
  return (
    <>
      <button onClick={() => upload.start(file, file.name)}>发送</button>
      <UploadProgress {...upload} />
    </>
  )
}

function send() {
  const uploads: Upload[] = []
  const { unmount } = render(<Sender onUploaded={(upload) => uploads.push(upload)} />)
  fireEvent.click(screen.getByRole('button', { name: '发送' }))
  return { uploads, unmount }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const paths = () => heard.map(({ path }) => path)
/** The next request to that address hangs until it is let go. */
function hold(path: string): () => void {
  const waiting: (() => void)[] = []
  const then = answers[path]
  answers[path] = (response) => void waiting.push(() => then?.(response))
  return () => waiting.forEach((go) => go())
}

test('a file goes through the three steps with the name, size and type that it has', async () => {
  const { uploads } = send()
  expect((await screen.findByRole('status')).textContent).toBe('文件已上传')
  expect(uploads).toEqual([kept])
  expect(heard.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/common/upload/pre_url/'],
    ['PUT', STORAGE_PATH],
    ['POST', '/admin/v1/x/upload/complete'],
  ])
  expect(heard[1]).toMatchObject({ headers: { 'content-type': 'image/png' }, body: 'abc' })
  expect(heard[2]?.body).toEqual({ upload_id: 'u1' })
})

test('the progress shows the sent bytes, then the server’s check', async () => {
  const putDone = hold(STORAGE_PATH)
  const checked = hold(uploadApi.complete.path)
  send()
  await waitFor(() => expect(paths()).toContain(STORAGE_PATH))
  expect(screen.getByText('正在上传 0%')).toBeTruthy()
  const half = new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 })
  act(() => void sent[0]?.upload.dispatchEvent(half))
  expect(screen.getByText('正在上传 50%')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  putDone()
  expect(await screen.findByText('正在检查文件')).toBeTruthy()
  await waitFor(() => expect(paths()).toContain(uploadApi.complete.path))
  checked()
  expect(await screen.findByText('文件已上传')).toBeTruthy()
})

test.each([
  ['asking', uploadApi.preUrl.path],
  ['sending', STORAGE_PATH],
  ['checking', uploadApi.complete.path],
])('cancelled while %s, it is as if it had not begun', async (_step, path) => {
  const release = hold(path)
  const { uploads } = send()
  await waitFor(() => expect(paths()).toContain(path))
  press('取消上传')
  expect(screen.queryByRole('progressbar')).toBeNull()
  const before = paths().length
  release()
  await new Promise((done) => setTimeout(done, 50))
  expect(uploads).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(paths()).toHaveLength(before)
})

test('cancelling aborts the request', async () => {
  let isGone = false
  answers[STORAGE_PATH] = (response) => {
    response.on('close', () => (isGone = true))
  }
  const { unmount } = send()
  await waitFor(() => expect(paths()).toContain(STORAGE_PATH))
  unmount()
  await waitFor(() => expect(isGone).toBe(true))
})

const status =
  (code: number, body = ''): Answer =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/xml' })
    response.end(body)
  }
const tooLarge = (response: ServerResponse) => {
  response.statusCode = 413
  reply(response, { code: 1001, msg: '文件不能超过5 MB，请缩小后再上传' })
}
const wrongSize = json({
  code: 1001,
  msg: '文件大小不能超过5 MB',
  data: { fields: { size: '文件大小不能超过5 MB' } },
})
const wrongType = json({ code: 1001, msg: '不是图片', data: { fields: { upload_id: '不是图片' } } })

test.each<[string, string, Answer, string]>([
  ['asking', uploadApi.preUrl.path, wrongSize, '文件大小不能超过5 MB'],
  [
    'the server',
    STORAGE_PATH,
    json({ code: 1006, msg: '上传地址已过期，请重新上传' }),
    '上传地址已过期，请重新上传',
  ],
  ['the limit', STORAGE_PATH, tooLarge, '文件不能超过5 MB，请缩小后再上传'],
  ['a storage', STORAGE_PATH, status(403, '<Error><Code>AccessDenied</Code></Error>'), '拒绝访问'],
  ['a broken line', STORAGE_PATH, (response) => response.destroy(), '连接服务器失败'],
  ['the check', uploadApi.complete.path, wrongType, '不是图片'],
])(
  'what %s refuses is said, and tried again from the first step',
  async (_who, path, answer, words) => {
    answers[path] = answer
    const { uploads } = send()
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(uploads).toEqual([])

    answers[path] = usual[path] ?? answer
    heard = []
    press('重 试')
    expect(await screen.findByText('文件已上传')).toBeTruthy()
    expect(paths()).toEqual(Object.keys(usual))
    expect(uploads).toEqual([kept])
  },
)

test('a failed upload can be dismissed', async () => {
  answers[STORAGE_PATH] = status(500)
  send()
  await screen.findByRole('alert')
  press('取消')
  expect(screen.queryByRole('alert')).toBeNull()
})
