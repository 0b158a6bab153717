import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { writeJson } from '#disk/json-file.ts'
import { desiredRoom } from './desired.fixture.ts'
import { giftOf } from './event.fixture.ts'
import { Stage } from './stage.fixture.ts'

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open()
})

/** Small gifts, which the default rules thank for at most once in ten seconds. */
const small = (event_id: string) => giftOf(100, { event_id })
const firedFor = (event_id: string) =>
  stage.decisions().filter((row) => row.event_id === event_id && row.outcome === 'FIRED')

test('a gift that came too early is thanked for by itself, with a row in the log like any other', async () => {
  await stage.run(desiredRoom())
  stage.happen(small('g1'))
  stage.happen(small('g2'))
  stage.happen(small('g3'))
  expect(stage.decisions().at(-1)).toMatchObject({ event_id: 'g3', outcome: 'COOLDOWN' })
  await stage.time.advance(9_999)
  expect(firedFor('g3')).toEqual([])
  await stage.time.advance(2_000)
  expect(firedFor('g3')).toMatchObject([
    {
      event_key: 'gift.receive',
      node_id: 'gift-small',
      trace: { event_id: 'g3' },
      run_id: 'run-1',
    },
  ])
  expect(stage.spoken()).toHaveLength(2)
  await stage.time.advance(60_000)
  expect(stage.spoken()).toHaveLength(2)
})

test('a gift that waits is thanked for after a restart in the same run, and in no other run', async () => {
  const first = await stage.run(desiredRoom())
  stage.happen(small('g1'))
  stage.happen(small('g2'))
  await first.stop('now')
  await stage.time.advance(20_000)
  expect(firedFor('g2')).toEqual([])
  const second = await stage.run(desiredRoom())
  await stage.time.advance(1_000)
  expect(firedFor('g2')).toHaveLength(1)
  stage.happen(small('g3'))
  await second.stop('now')
  await stage.run(desiredRoom({ run_id: 'run-2' }))
  await stage.time.advance(60_000)
  expect(firedFor('g3')).toEqual([])
})

test('a room that is over, stopped or reset thanks for nothing any more', async () => {
  const room = await stage.run(desiredRoom())
  stage.happen(small('g1'))
  stage.happen(small('g2'))
  room.reset()
  await stage.time.advance(20_000)
  stage.happen(small('g3'))
  stage.happen(small('g4'))
  stage.sources[0]?.sink?.failed('身份码错误')
  await stage.time.advance(20_000)
  await room.stop('now')
  await stage.time.advance(20_000)
  expect([...firedFor('g2'), ...firedFor('g4')]).toEqual([])
})

test('what a former version wrote of a run counts on: an update begins no session', async () => {
  const [set] = desiredRoom().config.rules ?? []
  const once = { limit: { max: 1, per: 'session' } } as const
  const rules = set ? [{ ...set, root: { ...set.root, policy: once } }] : []
  const first = await stage.run(desiredRoom({}, { rules }))
  stage.happen(giftOf(10_000, { event_id: 'g1' }))
  await first.stop('now')
  const path = join(stage.folder, 'ABCD2345.json')
  const written = JSON.parse(await readFile(path, 'utf8'))
  const { run: _, pots: __, ...former } = written.rules
  await writeJson(path, { ...written, rules: { ...former, merged: {} } })
  await stage.run(desiredRoom({}, { rules }))
  stage.happen(giftOf(10_000, { event_id: 'g2' }))
  expect(stage.decisions().at(-1)).toMatchObject({ event_id: 'g2', outcome: 'LIMIT' })
})
