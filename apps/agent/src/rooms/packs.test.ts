import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { PART_LENGTH } from '@kaibo/contract/agent/frames.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf } from './event.fixture.ts'
import { Stage } from './stage.fixture.ts'

let stage: Stage
beforeEach(async () => {
  stage = await Stage.open()
})

const greeting = (text: string, version = 1, more: object = {}): RuleSet => ({
  id: 'greet',
  name: '欢迎',
  version,
  root: {
    id: 'root',
    type: 'root',
    name: '欢迎',
    enabled: OpenStatus.open,
    triggers: [{ event: 'user.enter' }],
    hit: 'all',
    children: [
      {
        id: 'line',
        type: 'son',
        name: '欢迎',
        enabled: OpenStatus.open,
        actions: [{ kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 }],
        ...more,
      },
    ],
  },
})

function packOf(set: RuleSet) {
  const body = JSON.stringify(bundleOf([unchanged(set)]))
  return { body, hash: createHash('sha256').update(body).digest('base64url') }
}
type Pack = ReturnType<typeof packOf>

const withPack = ({ hash }: Pack, more: object = {}) =>
  desiredRoom(more, { bundle: { hash }, rules: [] })

async function deliver({ hash, body }: Pack, size = PART_LENGTH) {
  const of = Math.ceil(body.length / size)
  for (let index = 0; index < of; index++) {
    const piece = body.slice(index * size, (index + 1) * size)
    await stage.packs.take({ type: 'part', hash, index, of, body: piece })
  }
}
async function has(...packs: Pack[]) {
  await stage.packs.want(packs.map(({ hash }) => hash))
  for (const pack of packs) await deliver(pack)
}

let entered = 0
const enter = (open_id = `u${++entered}`) =>
  stage.happen(
    eventOf({
      kind: 'enter',
      event_id: `e${++entered}`,
      text: undefined,
      user: { open_id, nickname: '小明' },
    }),
  )

test('a pack is asked for once it is named, put together of its parts, and checked', async () => {
  const pack = packOf(greeting('你好'))
  await stage.packs.want([pack.hash])
  expect(stage.sent).toEqual([{ type: 'need', hash: pack.hash }])
  await deliver(pack, 50)
  expect(stage.packs.get(pack.hash)).toEqual(JSON.parse(pack.body))
  await stage.packs.want([pack.hash])
  expect(stage.sent).toHaveLength(1)
})

test('a room runs by its pack, and by another between two events; cooldowns go on', async () => {
  const cooldown = { cooldown: { ms: 60_000, scope: 'user', on_hit: 'drop' } } as const
  const first = packOf(greeting('一', 1, { policy: cooldown }))
  const second = packOf(greeting('二', 2, { policy: cooldown }))
  await has(first)
  const room = await stage.run(withPack(first))
  enter('小明')
  await has(second)
  await room.update(withPack(second, { config_hash: 'h2' }))
  enter('小明')
  enter('小红')
  await stage.time.advance(10_000)
  expect(stage.spoken()).toEqual(['一', '二'])
  expect(stage.decisions().map(({ outcome, v }) => `${outcome} ${v}`)).toEqual([
    'FIRED 1',
    'COOLDOWN 2',
    'FIRED 2',
  ])
  expect(room.report().packs).toEqual({ words: null, bundle: second.hash, plan: null, fault: null })
})

test('what is damaged is not used: the former rules go on, and the report says so', async () => {
  const good = packOf(greeting('好'))
  await has(good)
  const room = await stage.run(withPack(good))
  const other = packOf(greeting('坏', 2))
  await stage.packs.want([other.hash])
  await room.update(withPack(other, { config_hash: 'h2' }))
  await deliver({ ...other, body: other.body.replace('坏', '假') })
  enter()
  expect(stage.spoken()).toEqual(['好'])
  expect(room.report().packs).toEqual({
    words: null,
    bundle: good.hash,
    plan: null,
    fault: '设置传输有误，等待重新下发',
  })
  stage.packs.arrived = (hash) => room.packed(hash)
  await stage.packs.want([other.hash])
  await deliver(other)
  enter()
  await stage.time.advance(10_000)
  expect(stage.spoken()).toEqual(['好', '坏'])
  expect(room.report().packs).toEqual({ words: null, bundle: other.hash, plan: null, fault: null })
})

test('a pack that a later server wrote is left, with the advice to upgrade', async () => {
  const body = JSON.stringify({ ...bundleOf([]), format: 9 })
  const pack = { body, hash: createHash('sha256').update(body).digest('base64url') }
  await has(pack)
  expect(stage.packs.get(pack.hash)).toBeUndefined()
  expect(stage.packs.faultOf(pack.hash)).toContain('请升级客户端')
})

test('a room waits a little for its pack, then begins with the one that it ran by last', async () => {
  const former = packOf(greeting('旧'))
  await has(former)
  const before = await stage.run(withPack(former))
  await before.stop('now')
  const wanted = packOf(greeting('新', 2))
  await stage.packs.want([wanted.hash])
  const room = stage.roomOf(withPack(wanted))
  const asked = stage.time.elapsed()
  const started = { isSo: false }
  void room.start().then(() => (started.isSo = true))
  while (!started.isSo) await stage.time.advance(500)
  expect(stage.time.elapsed() - asked).toBeGreaterThanOrEqual(3_000)
  enter()
  expect(stage.spoken()).toEqual(['旧'])
  expect(room.report().packs).toEqual({ words: null, bundle: former.hash, plan: null, fault: null })
})

test('packs outlive a restart; of those that no room names three are kept', async () => {
  const packs = Array.from({ length: 6 }, (_, index) => packOf(greeting(`话${index}`)))
  for (const pack of packs) await has(pack)
  const last = packs.at(-1)
  const files = await readdir(join(stage.folder, 'packs'))
  expect(files).toHaveLength(4)
  expect(files).toContain(`${last?.hash}.json`)
  await stage.packs.want([])
  const again = stage.openPacks()
  await again.want([last?.hash ?? ''])
  expect(again.get(last?.hash ?? '')).toBeDefined()
  await writeFile(join(stage.folder, 'packs', `${last?.hash}.json`), '{}')
  const damaged = stage.openPacks()
  await damaged.want([last?.hash ?? ''])
  expect(damaged.get(last?.hash ?? '')).toBeUndefined()
})

test('rules that came with the settings run on as a bundle of their own', async () => {
  const room = await stage.run(desiredRoom({}, { rules: [greeting('内联')] }))
  enter()
  expect(stage.spoken()).toEqual(['内联'])
  expect(room.report().packs).toEqual({ words: null, bundle: null, plan: null, fault: null })
})

test('what a room decides is counted with the version, a breaker that opens is told; the rest when it stops', async () => {
  const value = { origin: 'input', value: 1 } as const
  const broken = greeting('你好', 8, {
    when: { id: 'c', type: 1, subject: { origin: 'variable', key: 'each' }, op: '>', rhs: value },
  })
  const step = { id: 's1', left: value, op: '/', right: { ...value, value: 0 }, method: 'none' }
  const each = { key: 'each', name: '平均', var_type: 1, data_type: 0, calc: 1, steps: [step] }
  const bundle = bundleOf([unchanged(broken)])
  const body = JSON.stringify({ ...bundle, catalogue: { ...bundle.catalogue, vars: [each] } })
  const pack = { body, hash: createHash('sha256').update(body).digest('base64url') }
  await has(pack)
  const room = await stage.run(withPack(pack))
  for (let i = 0; i < 5; i++) enter()
  expect(stage.decisions().map(({ v, outcome, opened }) => ({ v, outcome, opened }))).toEqual([
    ...Array.from({ length: 4 }, () => ({ v: 8, outcome: 'ERROR', opened: undefined })),
    { v: 8, outcome: 'ERROR', opened: 'DIV0' },
  ])
  await room.stop('now')
  expect(stage.spooled.filter(({ type }) => type === 'counts')).toMatchObject([
    { rows: [{ set_id: 'greet', v: 8, node_id: 'line', outcome: 'ERROR', n: 5 }, { n: 5 }] },
  ])
})
