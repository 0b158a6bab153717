import { act, cleanup, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { CallError } from '#client/errors.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'
import { Panel } from './panel.tsx'
import { byHand } from '#kit/progress/by-hand.fixture.ts'
import { TrayPanel } from '#kit/progress/tray-panel.tsx'
import { abandonTasks, startTask } from '#kit/progress/tasks.ts'
import { UploadProgress } from '#kit/upload/upload-progress.tsx'
import { Fault } from './fault.tsx'

afterEach(() => {
  cleanup()
  abandonTasks()
})

const broken = new CallError('服务器错误', {
  status: 200,
  code: Code.internal,
  data: { trace_id: 'trace-1' },
  requestId: 'req-1',
})
const none = () => {}

const places = {
  表单: <Fault error={broken} />,
  确认窗口: (
    <ActConfirm title="" hint="" act="" busy={false} error={broken} onAct={none} onClose={none} />
  ),
  面板: (
    <Panel loading={false} error={broken} filled={false} onRetry={none}>
      {null}
    </Panel>
  ),
  上传: (
    <UploadProgress
      state={{ step: 'failed', goesOn: false, error: broken }}
      start={none}
      cancel={none}
      retry={none}
    />
  ),
  任务: <TrayPanel id="tray" />,
}

test.each(Object.entries(places))('服务器自己出的错，%s里给出可以复制的编号', async (_, place) => {
  const work = byHand('导出账号')
  startTask(work.job)
  await act(async () => work.run().fail(broken))
  render(<ConfigProvider theme={{ token: { motion: false } }}>{place}</ConfigProvider>)
  expect(screen.getByText('服务器错误')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '错误编号 trace-1 · 点击复制' })).toBeTruthy()
})

test('被拒绝的不是出错：只有话，没有编号', async () => {
  const refused = { status: 200, code: Code.conflict, requestId: 'req-1' }
  await act(async () => render(<Fault error={new CallError('名称已被使用', refused)} />))
  expect(screen.getByRole('alert').textContent).toBe('名称已被使用')
})

test('没有回答信封的 500 也有编号：请求的', async () => {
  render(<Fault error={new CallError('服务器错误', { status: 500, requestId: 'req-1' })} />)
  expect(await screen.findByRole('button', { name: /req-1/ })).toBeTruthy()
})
