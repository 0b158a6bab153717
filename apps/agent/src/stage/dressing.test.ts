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
  dressing = new Dressing(stage, { time, packs: { scene: (hash) => packs.get(hash) }, builtin })
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
  names: { brought: '春节背景' },
})
const hashes = () => looks.map(({ hash }) => hash)

test('a room that nobody has arranged shows what comes with the program, and of it what it names', () => {
  dressing.want(null)
  expect(looks).toEqual([
    { scene: defaultScene, assets: { [XIAOKAI]: xiaokai }, hash: null, names: {}, missing: [] },
  ])
})

test('a scene is shown when it has arrived, once; a page does not see another one before', () => {
  dressing.want('h1')
  time.advance(2_000)
  expect(looks).toEqual([])
  packs.set('h1', pack())
  dressing.packed('h1')
  dressing.packed('h1')
  dressing.want('h1')
  time.advance(60_000)
  expect(hashes()).toEqual(['h1'])
})

test('where it does not arrive a new stage shows what comes with the program; one that stands goes on', () => {
  dressing.want('h1')
  time.advance(3_000)
  expect(hashes()).toEqual([null])
  packs.set('h1', pack())
  dressing.packed('h1')
  dressing.want('h2')
  time.advance(60_000)
  expect(hashes()).toEqual([null, 'h1'])
})

test('a file that cannot be had: the old scene stands a while, then the new one is shown without it, and it is named', () => {
  packs.set('h1', pack())
  packs.set('h2', pack(gone))
  dressing.want('h1')
  dressing.want('h2')
  expect(hashes()).toEqual(['h1'])
  time.advance(5_000)
  expect(hashes()).toEqual(['h1'])
  time.advance(5_000)
  expect(hashes()).toEqual(['h1', 'h2'])
  expect(looks[1]?.missing).toEqual(['春节背景'])
})

test('a stage that shows nothing yet does not wait for a file', () => {
  packs.set('h2', pack(gone))
  dressing.want('h2')
  expect(looks[0]?.missing).toEqual(['春节背景'])
})

test('of two scenes at once the later one is shown; a room that is gone shows nothing', () => {
  packs.set('h1', pack(gone))
  packs.set('h2', pack())
  dressing.want('h2')
  dressing.want('h1')
  dressing.want('h2')
  time.advance(60_000)
  expect(hashes()).toEqual(['h2', 'h2'])
  dressing.want('h1')
  dressing.close()
  time.advance(60_000)
  expect(hashes()).toEqual(['h2', 'h2'])
})
