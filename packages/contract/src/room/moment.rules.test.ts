import { expect, test } from 'vitest'
import { passes, type MomentKind } from './moment.rules.ts'

const of = (kind: MomentKind, tag = '', fen: number | null = null) => ({ kind, tag, fen })
const moments = {
  danmu: of('event', 'danmu'),
  gift: of('event', 'gift', 100),
  free: of('event', 'gift', 0),
  decision: of('decision', 'FIRED'),
  speech: of('speech', 'spoken'),
  command: of('command'),
  state: of('state'),
  log: of('log'),
}

test.each([
  [undefined, Object.keys(moments)],
  ['event', ['danmu', 'gift', 'free']],
  ['gift', ['gift', 'free']],
  ['danmu', ['danmu']],
  ['speech', ['speech']],
  ['system', ['command', 'state', 'log']],
] as const)('%s lets %j through', (filter, names) => {
  const through = Object.entries(moments).filter(([, moment]) => passes(filter, moment))
  expect(through.map(([name]) => name)).toEqual(names)
})
