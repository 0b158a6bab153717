import { afterEach, beforeEach, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { afterCommit, transactionsOf } from './ending.ts'

let server: TestServer
let told: string[]
beforeEach(async () => {
  server = await bootServer()
  told = []
})
afterEach(() => server.close())

const renamed = async (name: string) => {
  const groups = server.db.query.selectFrom('account_group').select('id').where('name', '=', name)
  return (await groups.execute()).length > 0
}
const rename = (trx: Parameters<Parameters<TestServer['db']['transaction']>[0]>[0], name: string) =>
  trx.updateTable('account_group').set({ name }).where('id', '=', 'guild').execute()

test('what waits for the commit is done after it, in order', async () => {
  const { db } = server
  const answer = await db.transaction(async (trx) => {
    afterCommit(trx, () => told.push('first'))
    await rename(trx, '甲')
    afterCommit(trx, () => told.push('second'))
    expect(told).toEqual([])
    return 'answer'
  })
  expect(answer).toBe('answer')
  expect(told).toEqual(['first', 'second'])
  expect(await renamed('甲')).toBe(true)
})

test('what fails after the commit keeps neither the rest nor the answer back', async () => {
  const failed: unknown[] = []
  const transaction = transactionsOf(server.db.query, (error) => failed.push(error))
  const answer = await transaction(async (trx) => {
    afterCommit(trx, () => {
      throw new Error('nobody is there')
    })
    afterCommit(trx, () => told.push('second'))
    await rename(trx, '丙')
    return 'answer'
  })
  expect(answer).toBe('answer')
  expect(told).toEqual(['second'])
  expect(failed).toEqual([new Error('nobody is there')])
  expect(await renamed('丙')).toBe(true)
})

test('of what was taken back nobody hears', async () => {
  const failing = server.db.transaction(async (trx) => {
    afterCommit(trx, () => told.push('never'))
    await rename(trx, '乙')
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(told).toEqual([])
  expect(await renamed('乙')).toBe(false)
})

test('without a transaction there is nothing to wait for: a mistake', () => {
  expect(() => afterCommit(server.db.query, () => {})).toThrow('an open transaction')
})
