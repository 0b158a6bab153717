import { expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import type { Session } from '#client/session.ts'
import type { Outcome, Progress } from '#kit/progress/tasks.ts'
import type { Action } from './action.ts'
import { AT_ONCE, bulkJob, planOf, runEach } from './bulk.ts'

const rows = (count: number) => Array.from({ length: count }, (_, i) => i)
const never = new AbortController().signal

async function outcomes(count: number, run: (row: number) => Promise<unknown>, signal = never) {
  const told = new Map<number, Outcome>()
  await runEach(rows(count), run, (row, outcome) => void told.set(row, outcome), signal)
  return rows(count).map((row) => told.get(row))
}

const states = (progress: Progress | undefined) =>
  progress?.kind === 'items' ? progress.items.map(({ outcome }) => outcome.state) : []

test('同时最多四个', async () => {
  let running = 0
  let most = 0
  await outcomes(11, async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running--
  })
  expect(most).toBe(AT_ONCE)
})

test('一个失败不影响别的，每个都有自己的结果', async () => {
  const told = await outcomes(3, async (row) => {
    if (row === 1) throw new Error('PC 没有应答')
  })
  expect(told).toEqual([
    { state: 'done' },
    { state: 'failed', error: new Error('PC 没有应答') },
    { state: 'done' },
  ])
})

test('停下以后，没开始的不再开始', async () => {
  const stop = new AbortController()
  const told = await outcomes(
    6,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      stop.abort()
    },
    stop.signal,
  )
  expect(told.filter((one) => one?.state === 'skipped')).toHaveLength(6 - AT_ONCE)
})

test('不能做的按原因计数', () => {
  const session: Session = {
    token: 't',
    user: null,
    info: null,
    actions: ['account.operate'],
    ended: null,
  }
  const action: Action<number> = {
    name: 'disable',
    label: asIs('停用'),
    icon: null,
    right: 'account.operate',
    enabled: (row) => row < 2 || (row < 5 ? asIs('账号已停用') : asIs('不能停用自己的账号')),
    run: async () => {},
    refreshes: [],
  }
  const plan = planOf(session, action, rows(6))
  expect(plan.able).toEqual([0, 1])
  expect(plan.refused).toEqual([
    { reason: asIs('账号已停用'), count: 3 },
    { reason: asIs('不能停用自己的账号'), count: 1 },
  ])
  expect(planOf({ ...session, actions: [] }, action, rows(6)).refused).toHaveLength(1)
})

test('作为任务：重试只做没做完的，做完的不再做', async () => {
  const asked: number[] = []
  let isBroken = true
  const job = bulkJob({
    name: asIs('停用 3 项'),
    bulk: {
      label: asIs('批量停用'),
      run: async (row: number) => {
        asked.push(row)
        if (row === 1 && isBroken) throw new Error('PC 没有应答')
      },
      refreshes: [],
    },
    rows: rows(3),
    keyOf: String,
    nameOf: (row) => `${row} 号`,
  })
  const told: Progress[] = []
  const work = () => job.work((progress) => told.push(progress), never)

  expect(job.begin).toMatchObject({
    items: [{ key: '0', name: '0 号', outcome: { state: 'waiting' } }, {}, {}],
  })
  await work()
  expect(states(told.at(-1))).toEqual(['done', 'failed', 'done'])
  isBroken = false
  told.length = 0
  await work()
  expect(states(told[0])).toEqual(['done', 'waiting', 'done'])
  expect(states(told.at(-1))).toEqual(['done', 'done', 'done'])
  expect(asked).toEqual([0, 1, 2, 1])
})
