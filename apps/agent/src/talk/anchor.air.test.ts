import { beforeEach, expect, test } from 'vitest'
import type { InsertOrder } from '@kaibo/contract/agent/insert.schema.ts'
import { ManualTime } from '#time/manual-time.ts'
import { Anchor } from './anchor.ts'
import type { Mouth, Told } from './mouth.ts'

/** Says what it is told to until the test lets it end. */
class HandMouth implements Mouth {
  #told: Told | undefined
  async prepare(): Promise<void> {}
  say(_: unknown, told: Told): () => void {
    this.#told = told
    told.speaking()
    return () => (this.#told = undefined)
  }
  end(): void {
    const told = this.#told
    this.#told = undefined
    told?.spoken({ via: 'embedded', ms: 1_000, first_ms: 1, rms: 0.1, heard: true })
    told?.over()
  }
}

let time: ManualTime
let mouth: HandMouth
let told: string[]
let anchor: Anchor

beforeEach(() => {
  time = new ManualTime()
  mouth = new HandMouth()
  told = []
  anchor = new Anchor(time, (state, { text }) => told.push(`${state} ${text}`), mouth)
})

const say = (text: string, priority = 50, ttl_ms = 30_000) =>
  anchor.say({ text, priority, ttl_ms, event_id: null, node: null, cause: '' })
const insert = (text: string, position: InsertOrder['position']) =>
  anchor.insert({ id: text, text, position })
const spoken = () => told.filter((line) => line.startsWith('spoken')).map((line) => line.slice(7))
/** Lets it say all that it may. */
const sayAll = () => {
  for (let i = 0; i < 10; i += 1) mouth.end()
  return spoken()
}

test('paused, the sentence is finished, the rest waits and goes out of date; resumed, it goes on', async () => {
  say('一')
  say('二', 50, 5_000)
  say('三')
  anchor.direct('paused')
  expect(sayAll()).toEqual(['一'])
  await time.advance(6_000)
  anchor.direct('open')
  expect(sayAll()).toEqual(['一', '三'])
  expect(told).toContain('expired 二')
})

test('taken over, only a person speaks: what rules say waits for 说', () => {
  anchor.direct('takeover')
  say('规则')
  insert('人说的', 'tail')
  expect(told).toContain('speaking 人说的')
  mouth.end()
  const [waiting] = anchor.list()
  expect(waiting).toMatchObject({ text: '规则', ready: false })
  expect(anchor.order({ speech_id: waiting?.speech_id ?? '', act: 'say' })).toBe(true)
  expect(sayAll()).toEqual(['人说的', '规则'])
})

test('at once: the sentence is broken off and said again; after it; after all', () => {
  say('一')
  say('二')
  insert('最后', 'tail')
  insert('这句之后', 'sentence')
  insert('立即', 'now')
  expect(sayAll()).toEqual(['立即', '一', '这句之后', '二', '最后'])
})

test('a full queue pushes out what rules say, never what a person does', () => {
  say('一')
  insert('人说的', 'tail')
  for (let i = 0; i < 60; i += 1) say(`规则${i}`, 90)
  expect(told.filter((line) => line.startsWith('dropped')).length).toBe(11)
  expect(told).not.toContain('dropped 人说的')
})

test('what was inserted is taken back while it waits and while it is said, not when it is over', () => {
  insert('甲', 'sentence')
  insert('乙', 'sentence')
  expect(anchor.withdraw('乙')).toBe(true)
  expect(anchor.withdraw('甲')).toBe(true)
  expect(anchor.withdraw('甲')).toBe(false)
  expect(told).toEqual(['queued 甲', 'speaking 甲', 'queued 乙', 'cancelled 乙', 'cancelled 甲'])
  expect(sayAll()).toEqual([])
})

test('stopped after the sentence while it is paused: it does not wait for what may not be said', async () => {
  say('一')
  say('二')
  anchor.direct('paused')
  const silent = anchor.silence('sentence')
  mouth.end()
  await silent
  expect(spoken()).toEqual(['一'])
  expect(told.at(-1)).toBe('cleared 二')
})
