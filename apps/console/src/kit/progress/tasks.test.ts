import { afterEach, expect, test, vi } from 'vitest'
import { byHand } from './by-hand.fixture.ts'
import {
  abandonTasks,
  currentTasks,
  dismissEnded,
  dismissTask,
  onTaskEnd,
  retryTask,
  startTask,
  stopTask,
  type Item,
  type Outcome,
} from './tasks.ts'

const item = (key: string, state: 'waiting' | 'done' | 'skipped' = 'waiting'): Item => ({
  key,
  name: key,
  outcome: { state },
})
const failed: Outcome = { state: 'failed', error: new Error('PC 没有应答') }

const stateOf = (id: number) => currentTasks().find((task) => task.id === id)?.state
const settled = () => new Promise((resolve) => setTimeout(resolve))

afterEach(abandonTasks)

test('一个任务：进行中、说到哪了、完成', async () => {
  const work = byHand('导出账号')
  const id = startTask(work.job)
  work.run().tell({ kind: 'file', bytes: 7 })
  expect(currentTasks()).toMatchObject([{ id, state: 'running', progress: { bytes: 7 } }])
  work.run().tell({ kind: 'file', bytes: 9, name: '账号.xlsx' })
  work.run().end()
  await settled()
  expect(currentTasks()).toMatchObject([{ state: 'done', progress: { name: '账号.xlsx' } }])
})

test('整体失败：留下原因；重试时原因就没有了', async () => {
  const work = byHand('导出账号')
  const id = startTask(work.job)
  work.run().fail(new Error('连接服务器失败'))
  await settled()
  expect(currentTasks()).toMatchObject([{ state: 'failed', fault: { message: '连接服务器失败' } }])
  retryTask(id)
  expect(currentTasks()[0]).not.toHaveProperty('fault')
  expect(stateOf(id)).toBe('running')
  work.run().end()
  await settled()
  expect(stateOf(id)).toBe('done')
})

test('几项里有失败的，就是失败', async () => {
  const work = byHand('停用 2 个账号', { kind: 'items', items: [item('甲'), item('乙')] })
  const id = startTask(work.job)
  work
    .run()
    .tell({ kind: 'items', items: [item('甲', 'done'), { ...item('乙'), outcome: failed }] })
  work.run().end()
  await settled()
  expect(stateOf(id)).toBe('failed')
})

test('停下：先是正在停止，手上的做完了才是已停止', async () => {
  const work = byHand('停用 2 个账号', { kind: 'items', items: [item('甲'), item('乙')] })
  const id = startTask(work.job)
  stopTask(id)
  expect(stateOf(id)).toBe('stopping')
  expect(work.run().signal.aborted).toBe(true)
  work.run().tell({ kind: 'items', items: [item('甲', 'done'), item('乙', 'skipped')] })
  work.run().end()
  await settled()
  expect(stateOf(id)).toBe('stopped')
})

test('停得太晚，什么都没落下，就是完成', async () => {
  const work = byHand('导出账号')
  const id = startTask(work.job)
  stopTask(id)
  work.run().tell({ kind: 'file', bytes: 9, name: '账号.xlsx' })
  work.run().end()
  await settled()
  expect(stateOf(id)).toBe('done')
})

test('已经结束的停不了，正在做的不能再做一遍', async () => {
  const work = byHand('导出账号')
  const id = startTask(work.job)
  retryTask(id)
  expect(work.runs).toHaveLength(1)
  work.run().end()
  await settled()
  stopTask(id)
  expect(stateOf(id)).toBe('done')
})

test('取消的下载没有原因可说', async () => {
  const work = byHand('导出账号')
  const id = startTask(work.job)
  stopTask(id)
  work.run().fail(new DOMException('', 'AbortError'))
  await settled()
  expect(currentTasks()[0]).not.toHaveProperty('fault')
  expect(stateOf(id)).toBe('stopped')
})

test('结束的才能清除，进行中的不能', async () => {
  const [one, two] = [byHand('导出账号'), byHand('导出账号')]
  const first = startTask(one.job)
  const second = startTask(two.job)
  dismissTask(first)
  dismissEnded()
  expect(currentTasks().map(({ id }) => id)).toEqual([second, first])
  one.run().end()
  await settled()
  dismissEnded()
  expect(currentTasks().map(({ id }) => id)).toEqual([second])
  two.run().end()
  await settled()
  dismissTask(second)
  expect(currentTasks()).toEqual([])
})

test('放弃：全部取消，晚到的结果没有人听', async () => {
  const work = byHand('导出账号')
  const heard = vi.fn<() => void>()
  const forget = onTaskEnd(heard)
  startTask(work.job)
  abandonTasks()
  expect(work.run().signal.aborted).toBe(true)
  work.run().tell({ kind: 'file', bytes: 7 })
  work.run().end()
  await settled()
  forget()
  expect(currentTasks()).toEqual([])
  expect(heard).not.toHaveBeenCalled()
})

test('每个任务结束时说一次', async () => {
  const heard: string[] = []
  const forget = onTaskEnd(({ state }) => void heard.push(state))
  const work = byHand('导出账号')
  startTask(work.job)
  work.run().end()
  await settled()
  forget()
  expect(heard).toEqual(['done'])
})

test('结束的任务只留最近的二十个，没结束的都在', async () => {
  const going = byHand('还在做')
  const first = startTask(going.job)
  for (let n = 0; n < 22; n++) {
    const work = byHand(`第 ${n} 个`)
    startTask(work.job)
    work.run().end()
    await settled()
  }
  expect(currentTasks()).toHaveLength(21)
  expect(currentTasks().at(-1)?.id).toBe(first)
  expect(currentTasks().at(-2)?.name.zh).toBe('第 2 个')
  going.run().end()
})
