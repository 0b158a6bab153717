import { expect, test } from 'vitest'
import { AssetType } from '../facts/enums.ts'
import { assetsIn, castFaults, inOrder, sceneFaults, withCast } from './scene.rules.ts'
import { Scene, type Layer, type LayerOf } from './scene.schema.ts'

const at = { x: 0, y: 0, w: 400, h: 300, rotate: 0, opacity: 1, locked: false, hidden: false }
const background: Layer = {
  kind: 'background',
  id: 'ground',
  ...at,
  asset_id: null,
  colour: '#232150',
}
const actor: Layer = { kind: 'actor', id: 'actor', ...at, slot: 'main', asset_id: 'a-1' }
const label: Layer = { kind: 'ai_label', id: 'label', ...at, x: 36, y: 36, w: 260, h: 84 }
const text = (id: string): Layer => ({
  kind: 'text',
  id,
  ...at,
  text: '你好',
  size: 60,
  colour: '#ffffff',
  outline: null,
  align: 'left',
})
const material = (type: number): LayerOf<'material'> => ({
  kind: 'material',
  id: `material-${type}`,
  ...at,
  asset_id: 'm-1',
  type: type === AssetType.front ? AssetType.front : AssetType.back,
})
const scene = (...between: Layer[]): Scene => ({
  layers: [background, actor, ...between, label],
})
const faultsOf = (layers: readonly Layer[]) =>
  Object.entries(sceneFaults({ layers: [...layers] })).map(([path, { zh }]) => `${path} ${zh}`)

test('what has all that a scene needs is one', () => {
  expect(sceneFaults(scene(text('t'), material(AssetType.front)))).toEqual({})
})

test.each([
  ['none', [background, actor], 'layers'],
  ['hidden', [background, actor, { ...label, hidden: true }], 'layers.2.hidden'],
  ['transparent', [background, actor, { ...label, opacity: 0.9 }], 'layers.2.opacity'],
  ['turned', [background, actor, { ...label, rotate: 90 }], 'layers.2.rotate'],
  ['half outside', [background, actor, { ...label, x: -1 }], 'layers.2.x'],
  ['below the edge', [background, actor, { ...label, y: 1_900 }], 'layers.2.y'],
  ['too small', [background, actor, { ...label, h: 75 }], 'layers.2.h'],
  ['too narrow', [background, actor, { ...label, w: 248 }], 'layers.2.w'],
])('an AI label that is %s is refused at its field', (_, layers, path) => {
  expect(faultsOf(layers)).toEqual([`${path} 请保留AI标识`])
})

test.each<[string, Layer[], string]>([
  ['no background', [actor, label], 'layers 请保留背景'],
  ['no actor', [background, label], 'layers 请至少保留一个形象'],
  ['a background above', [actor, background, label], 'layers.1.kind 背景须在最下面'],
  [
    'something above the label',
    [background, actor, label, text('t')],
    'layers.2.kind AI标识须在最上面',
  ],
  ['two of one id', [background, actor, text('t'), text('t'), label], 'layers.3.id 图层编号重复了'],
  [
    'back material in front',
    [background, actor, material(AssetType.back), label],
    'layers.2.type 背景素材须在形象下面',
  ],
  [
    'front material behind',
    [background, material(AssetType.front), actor, label],
    'layers.1.type 前景素材须在形象上面',
  ],
])('%s is refused where it is', (_, layers, said) => {
  expect(faultsOf(layers)).toContain(said)
})

test.each(['background', 'game', 'subtitle', 'ai_label'] as const)(
  'of %s one is enough',
  (kind) => {
    const letters = { size: 60, colour: '#ffffff', outline: null, align: 'left' } as const
    const more = { ...at, ...letters, kind, id: 'more', colour: '#000000', asset_id: null }
    const layers = [background, { ...more, id: 'first' }, more, actor, label] as Layer[]
    expect(Object.keys(sceneFaults({ layers }))).toContain(
      kind === 'ai_label' ? 'layers.4.kind' : 'layers.2.kind',
    )
  },
)

test('a scene of more than 256 KB is refused, however few its layers', () => {
  const long = { ...text('t'), text: '长'.repeat(300_000) } as Layer
  expect(sceneFaults(scene(long))).toEqual({ layers: expect.objectContaining({ zh: '配置过大' }) })
})

test.each([
  ['41 layers', { layers: Array.from({ length: 41 }, (_, i) => text(`t${i}`)) }, ['layers']],
  ['a place that is no number', { layers: [{ ...background, x: Number.NaN }] }, ['layers', 0, 'x']],
  ['a place without end', { layers: [{ ...background, w: Infinity }] }, ['layers', 0, 'w']],
  ['an unknown field', { layers: [{ ...background, script: 'x' }] }, ['layers', 0]],
  ['a kind that is none', { layers: [{ ...background, kind: 'iframe' }] }, ['layers', 0, 'kind']],
  ['no text', { layers: [{ ...text('t'), text: '' }] }, ['layers', 0, 'text']],
])('%s is named by its path', (_, given, path) => {
  expect(Scene.safeParse(given).error?.issues[0]?.path).toEqual(path)
})

test('layers are put where they may lie, and stay as they are where they do', () => {
  const front = material(AssetType.front)
  const back = material(AssetType.back)
  expect(inOrder([label, text('t'), front, actor, back, background])).toEqual([
    background,
    back,
    text('t'),
    actor,
    front,
    label,
  ])
  const { layers } = scene(text('t'))
  expect(inOrder(layers)).toBe(layers)
})

test('who stands in a place is cast; nobody stands in one that is not cast', () => {
  const co: Layer = { ...actor, id: 'co', slot: 'co', asset_id: 'a-2' }
  const both = scene(co)
  expect(withCast(both, { main: 'a-9' }).layers[1]).toMatchObject({ asset_id: 'a-9' })
  expect(withCast(both, { main: 'a-1', co: 'a-2' })).toBe(both)
  expect(Object.keys(castFaults(both, { main: 'a-1' }))).toEqual(['layers.2.slot'])
})

test('all assets are named with their paths', () => {
  expect(assetsIn({ ...scene(), fallback_asset: 'f-1' })).toEqual([
    { path: 'layers.1.asset_id', asset_id: 'a-1' },
    { path: 'fallback_asset', asset_id: 'f-1' },
  ])
})
