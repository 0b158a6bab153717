import { CANVAS, type Layer, type Scene } from '@kaibo/contract/stage/scene.schema.ts'

export const XIAOKAI = 'builtin:xiaokai'
export const XIAOBO = 'builtin:xiaobo'
export const XIAOYIN = 'builtin:xiaoyin'
export const ROOM_NIGHT = 'builtin:room-night'
export const ROOM_DAY = 'builtin:room-day'
export const STAGE_LIGHTS = 'builtin:stage-lights'

const plain = { rotate: 0, opacity: 1, locked: false, hidden: false }
const letters = { colour: '#ffffff', outline: '#17163a', align: 'center' } as const

const layers: Layer[] = [
  {
    kind: 'background',
    id: 'background',
    ...plain,
    x: 0,
    y: 0,
    w: CANVAS.width,
    h: CANVAS.height,
    asset_id: ROOM_NIGHT,
    colour: '#232150',
  },
  {
    kind: 'actor',
    id: 'actor',
    ...plain,
    x: 15,
    y: 560,
    w: 1050,
    h: 1400,
    slot: 'main',
    asset_id: XIAOKAI,
  },
  {
    kind: 'subtitle',
    id: 'subtitle',
    ...plain,
    x: 60,
    y: 1560,
    w: 960,
    h: 240,
    size: 60,
    ...letters,
  },
  { kind: 'ai_label', id: 'ai_label', ...plain, x: 36, y: 36, w: 260, h: 84 },
]

/** What a room shows before somebody has arranged it. */
export const defaultScene: Scene = { layers }
