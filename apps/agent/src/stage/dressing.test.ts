import { beforeEach, expect, test } from 'vitest'
import type { ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import type { Scene } from '@kaibo/contract/stage/scene.schema.ts'
import { defaultScene, XIAOKAI } from '@kaibo/scene/default-scene.ts'
import { ManualTime } from '#time/manual-time.ts'
import { Dressing } from './dressing.ts'
import type { Look } from './room-stage.ts'

let time: ManualTime
let packs: Map<string, ScenePack>
let looks: Look[]
let dressing: Dressing
/** Whether the file is on the disk, and how many are kept there. */
let here: boolean
/** Whether it is being fetched. */
let coming: boolean
let pinned = 0
const file = { asset_id: 'brought', sha256: 'ab'.repeat(32), bytes: 9, type: 'image/webp' }
/** Looks at the disk take a turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const xiaokai = { kind: 'image', url: 'pictures/x.svg' } as const

beforeEach(() => {
  time = new ManualTime()
  packs = new Map()
  looks = []
  const stage = {
    get isDressed() {
      return looks.length > 0
    },
    dress: (look: Look) => void looks.push(look),
  }
  const builtin = { scene: defaultScene, assets: { [XIAOKAI]: xiaokai, other: xiaokai } }
  here = false
  coming = false
  const files = {
    isComing: () => coming,
    path: async () => (here ? '/disk' : undefined),
    want: (owner: string, wanted: readonly unknown[]) =>
      void (pinned = owner === 'R1' ? wanted.length : -1),
  }
  const scene = (hash: string) => packs.get(hash)
  dressing = new Dressing('R1', stage, { time, packs: { scene }, files, builtin })
})

const night = defaultScene.layers.map((layer) =>
  layer.kind === 'background' ? { ...layer, asset_id: null } : layer,
)
const gone = defaultScene.layers.map((layer) =>
  layer.kind === 'background' ? { ...layer, asset_id: 'brought' } : layer,
)
const pack = (layers: Scene['layers'] = night): ScenePack => ({
  format: 1,
  scene: { layers },
  assets: layers === gone ? { brought: { name: '春节背景', parts: { file } } } : {},
})
const hashes = () => looks.map(({ hash }) => hash)

test('a room that nobody has arranged shows what comes with the program, and of it what it names', () => {
  dressing.want(null)
  expect(looks).toEqual([
    { scene: defaultScene, assets: { [XIAOKAI]: xiaokai }, hash: null, names: {}, missing: [] },
  ])
})

test('a scene is shown when it has arrived, once; a page does not see another one before', async () => {
  dressing.want('h1')
  await time.advance(2_000)
  expect(looks).toEqual([])
  packs.set('h1', pack())
  dressing.packed('h1')
  dressing.packed('h1')
  dressing.want('h1')
  await time.advance(60_000)
  expect(hashes()).toEqual(['h1'])
})

test('where it does not arrive a new stage shows what comes with the program; one that stands goes on', async () => {
  dressing.want('h1')
  await time.advance(3_000)
  expect(hashes()).toEqual([null])
  packs.set('h1', pack())
  dressing.packed('h1')
  dressing.want('h2')
  await time.advance(60_000)
  expect(hashes()).toEqual([null, 'h1'])
})

test('a file that cannot be had: the old scene stands a while, then the new one is shown without it, and it is named', async () => {
  packs.set('h1', pack())
  packs.set('h2', pack(gone))
  dressing.want('h1')
  dressing.want('h2')
  for (const shown of [['h1'], ['h1'], ['h1', 'h2']]) {
    await settled()
    expect(hashes()).toEqual(shown)
    await time.advance(5_000)
  }
  expect(looks[1]?.missing).toEqual(['春节背景'])
  here = true
  dressing.fetched()
  await settled()
  expect(looks[2]).toMatchObject({ missing: [], assets: { brought: { kind: 'image' } } })
})

test('while a file is on its way the old scene stands, however long that takes', async () => {
  packs.set('h1', pack())
  packs.set('h2', pack(gone))
  dressing.want('h1')
  coming = true
  dressing.want('h2')
  await settled()
  for (let waited = 0; waited < 60; waited += 5) {
    await time.advance(5_000)
    await settled()
  }
  expect(hashes()).toEqual(['h1'])
  // It is given up
  coming = false
  for (let waited = 0; waited < 15; waited += 5) {
    await time.advance(5_000)
    await settled()
  }
  expect(hashes()).toEqual(['h1', 'h2'])
})

test('a file that comes is shown as soon as it is there, and kept while the room shows it', async () => {
  packs.set('h1', pack())
  packs.set('h2', pack(gone))
  dressing.want('h1')
  dressing.want('h2')
  await settled()
  here = true
  dressing.fetched()
  await settled()
  expect(hashes()).toEqual(['h1', 'h2'])
  expect(looks[1]?.assets['brought']).toEqual({
    kind: 'image',
    url: `/asset/${'ab'.repeat(32)}.webp`,
  })
  expect(pinned).toBe(1)
  dressing.close()
  expect(pinned).toBe(0)
})

test('a stage that shows nothing yet does not wait for a file', async () => {
  packs.set('h2', pack(gone))
  dressing.want('h2')
  await settled()
  expect(looks[0]?.missing).toEqual(['春节背景'])
})

test('of two scenes at once the later one is shown; a room that is gone shows nothing', async () => {
  packs.set('h1', pack(gone))
  packs.set('h2', pack())
  dressing.want('h2')
  dressing.want('h1')
  dressing.want('h2')
  await settled()
  await time.advance(60_000)
  expect(hashes()).toEqual(['h2', 'h2'])
  dressing.want('h1')
  dressing.close()
  await settled()
  await time.advance(60_000)
  expect(hashes()).toEqual(['h2', 'h2'])
})
