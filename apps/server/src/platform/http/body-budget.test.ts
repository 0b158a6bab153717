import { expect, test } from 'vitest'
import { BodyBudget, type BodyInMemory } from './body-budget.ts'

const LIMIT = 1_000

type Mutable = { -readonly [Key in keyof BodyInMemory]: BodyInMemory[Key] }

/** Bodies of some senders, and whose were given up. */
function setUp() {
  const budget = new BodyBudget(LIMIT)
  const givenUp: string[] = []
  const bodyOf = (network: string) => {
    const body: Mutable = {
      network,
      bytes: 0,
      isArriving: true,
      giveUp() {
        givenUp.push(network)
        budget.release(body)
      },
    }
    return body
  }
  const send = (network: string, bytes: number, { arrived = false } = {}) => {
    const body = bodyOf(network)
    const fits = budget.take(body, bytes)
    if (fits) body.bytes = bytes
    body.isArriving = !arrived
    return { fits, end: () => budget.release(body) }
  }
  return { budget, givenUp, send }
}

test('one sender has half of it, and gets back what is ended', () => {
  const { budget, send } = setUp()
  const first = send('a', 500)
  expect(send('a', 1).fits).toBe(false)
  first.end()
  first.end()
  expect(budget.taken).toBe(0)
  expect(send('a', 500).fits).toBe(true)
})

test('when all is taken, the sender that holds most makes room for one that holds less', () => {
  const { budget, givenUp, send } = setUp()
  send('a', 100)
  send('a', 400)
  send('b', 300)
  send('c', 200)
  expect(send('d', 150).fits).toBe(true)
  expect(givenUp).toEqual(['a'])
  expect(budget.taken).toBe(750)
})

test('who holds most gets no more', () => {
  const { budget, givenUp, send } = setUp()
  send('a', 400)
  send('b', 400)
  send('c', 200)
  expect(send('a', 1).fits).toBe(false)
  expect(givenUp).toEqual([])
  expect(budget.taken).toBe(LIMIT)
})

test('what has arrived is being worked on and makes no room', () => {
  const { givenUp, send } = setUp()
  send('a', 500, { arrived: true })
  send('b', 300, { arrived: true })
  send('b', 200)
  expect(send('c', 100).fits).toBe(true)
  expect(givenUp).toEqual(['b'])
  expect(send('d', 300).fits).toBe(false)
})

test('however many senders there are, all together never hold more', () => {
  const { budget, send } = setUp()
  for (let n = 0; n < 500; n++) {
    send(`sender ${n % 97}`, (n * 37) % 211, { arrived: n % 5 === 0 })
    expect(budget.taken).toBeLessThanOrEqual(LIMIT)
  }
})
