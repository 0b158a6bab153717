import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { defaultScene } from '@kaibo/scene/default-scene.ts'
import { setLanguage } from '#client/language.ts'
import { added, assetLayer, changed, plainLayer } from '../scene.edit.ts'
import { LayerList } from './layer-list.tsx'
import '../scene.i18n.ts'

afterEach(() => {
  cleanup()
  setLanguage('zh')
})

const nothing = () => {}
const show = (layers: readonly Layer[]) =>
  render(
    <LayerList
      layers={layers}
      selected="subtitle"
      mayEdit
      onSelect={nothing}
      onAct={nothing}
      onAdd={nothing}
    />,
  )
const row = (name: string) => {
  const item = screen.getByRole('button', { name }).closest('li')
  if (!item) throw new Error(`no row of ${name}`)
  return within(item)
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
}

test('each button says what it does with which layer, in both languages', () => {
  const hidden = changed(defaultScene.layers, 'actor', { hidden: true, locked: true })
  show(hidden)
  expect(row('字幕')).toEqual([
    '字幕',
    '隐藏「字幕」',
    '锁定「字幕」',
    '把「字幕」上移一层',
    '把「字幕」下移一层',
    '复制「字幕」',
    '删除「字幕」',
  ])
  expect(row('形象')).toEqual(expect.arrayContaining(['显示「形象」', '解锁「形象」']))
  cleanup()
  setLanguage('en')
  show(hidden)
  expect(row('Subtitle')).toEqual([
    'Subtitle',
    'Hide “Subtitle”',
    'Lock “Subtitle”',
    'Bring “Subtitle” forward',
    'Send “Subtitle” backward',
    'Duplicate “Subtitle”',
    'Delete “Subtitle”',
  ])
  expect(row('Actor')).toEqual(expect.arrayContaining(['Show “Actor”', 'Unlock “Actor”']))
})

test('layers that are called alike are told apart by their numbers', () => {
  const star = { asset_id: 'star' } as Parameters<typeof assetLayer>[2]
  let layers: readonly Layer[] = added(defaultScene.layers, plainLayer([], 'text', '今晚八点见'))
  for (let count = 0; count < 2; count++)
    layers = added(layers, assetLayer(layers, 'sticker', star))
  show(layers)
  const names = screen.getAllByRole('button', { pressed: false }).map((one) => one.textContent)
  expect(names).toEqual(['AI生成', '贴图 2', '贴图 1', '今晚八点见', '形象', '背景'])
})
