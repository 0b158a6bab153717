import { expect, test } from 'vitest'
import { EMPTY_CATALOGUE, unchanged, type BundleAsset } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Action } from '@kaibo/contract/talk/action.schema.ts'
import { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileRules, compileSets } from './compile.ts'

const asset = (asset_id: string, plays: BundleAsset['plays']): BundleAsset => ({
  asset_id,
  name: '夜色',
  plays,
  file: null,
})
const catalogue = {
  ...EMPTY_CATALOGUE,
  assets: [asset('sound', 'audio'), asset('film', 'video'), asset('picture', null)],
}

const setOf = (action: Action) =>
  RuleSet.parse({
    id: 's',
    name: '大礼物',
    version: 1,
    root: {
      id: 'r',
      type: 'root',
      name: '大礼物',
      enabled: 1,
      triggers: [{ event: 'gift.receive' }],
      hit: 'first',
      children: [
        {
          id: 'n',
          type: 'son',
          name: '鼓掌',
          enabled: 1,
          triggers: [{ event: 'gift.receive' }],
          actions: [action],
        },
      ],
    },
  })

const messages = (action: Action) => {
  const result = compileRules([setOf(action)], catalogue)
  return result.ok ? [] : result.errors.map(({ message }) => message)
}

test.each([
  [{ kind: 'playAsset', asset_id: 'sound', volume: 80 }, []],
  [{ kind: 'cutIn', asset_id: 'film', position: 'now' }, []],
  [{ kind: 'playAsset', asset_id: 'gone', volume: 80 }, ['素材不存在，或不能使用']],
  [{ kind: 'cutIn', asset_id: 'picture', position: 'now' }, ['素材“夜色”不是声音或视频']],
  [{ kind: 'scene', show: ['a'], hide: ['b'], ms: 0 }, []],
  [{ kind: 'scene', show: [], hide: [], ms: 0 }, ['没有选择图层']],
  [{ kind: 'scene', show: ['a'], hide: ['a'], ms: 0 }, ['图层 a 又显示又隐藏']],
  [{ kind: 'scene', show: [], hide: ['ai_label'], ms: 0 }, ['AI标识不能隐藏']],
  [{ kind: 'scene', show: [], hide: [], move: [{ layer: 'a', x: 0, y: 9 }], ms: 0 }, []],
  [
    { kind: 'scene', show: [], hide: [], move: [{ layer: 'ai_label', x: 0, y: 0 }], ms: 0 },
    ['AI标识不能移动'],
  ],
  [
    {
      kind: 'scene',
      show: [],
      hide: [],
      move: [
        { layer: 'a', x: 0, y: 0 },
        { layer: 'a', x: 9, y: 9 },
      ],
      ms: 0,
    },
    ['图层 a 移动了两次'],
  ],
  [{ kind: 'stopLive', mode: 2, at: '23:59' }, []],
  [{ kind: 'stopLive', mode: 2, at: '24:00' }, ['停播时间须为HH:MM']],
] as [Action, string[]][])('%j is checked: %j', (action, said) => {
  expect(messages(action)).toEqual(said)
})

test('what was published runs on when its file is gone: that is told when it should play', () => {
  const set = unchanged(setOf({ kind: 'playAsset', asset_id: 'gone', volume: 80 }))
  expect(compileSets([set], catalogue, 'lenient').ok).toBe(true)
})
