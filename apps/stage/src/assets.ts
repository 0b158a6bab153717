import { readFileSync } from 'node:fs'
import type { StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import {
  ROOM_DAY,
  ROOM_NIGHT,
  STAGE_LIGHTS,
  XIAOBO,
  XIAOKAI,
  XIAOYIN,
} from '@kaibo/scene/default-scene.ts'
import { xiaokai } from './page/xiaokai.ts'
import { soundFiles } from './sounds.ts'

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64')

/** The page of a stage and our own pictures, by their paths. Their files stand beside this one; a bundle has them in itself (scripts/bundle.mjs). */
export const stagePage: Readonly<Record<string, string | Uint8Array>> = {
  ...soundFiles,
  'index.html': readFileSync(new URL('./page/index.html', import.meta.url), 'utf8'),
  'stage.css': readFileSync(new URL('./page/stage.css', import.meta.url), 'utf8'),
  'stage.js': readFileSync(new URL('./page/main.ts', import.meta.url), 'utf8'),
  'avatar.js': readFileSync(new URL('./avatar/main.module.ts', import.meta.url), 'utf8'),
  'models/xiaobo.vrm': bytes(
    readFileSync(new URL('./models/xiaobo.vrm', import.meta.url), 'base64'),
  ),
  'models/xiaobo.png': bytes(
    readFileSync(new URL('./models/xiaobo.png', import.meta.url), 'base64'),
  ),
  'models/xiaoyin.vrm': bytes(
    readFileSync(new URL('./models/xiaoyin.vrm', import.meta.url), 'base64'),
  ),
  'models/xiaoyin.png': bytes(
    readFileSync(new URL('./models/xiaoyin.png', import.meta.url), 'base64'),
  ),
  'pictures/room-night.svg': readFileSync(
    new URL('./pictures/room-night.svg', import.meta.url),
    'utf8',
  ),
  'pictures/room-day.svg': readFileSync(
    new URL('./pictures/room-day.svg', import.meta.url),
    'utf8',
  ),
  'pictures/stage-lights.svg': readFileSync(
    new URL('./pictures/stage-lights.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/body.svg': readFileSync(
    new URL('./pictures/xiaokai/body.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/eyes-open.svg': readFileSync(
    new URL('./pictures/xiaokai/eyes-open.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/eyes-shut.svg': readFileSync(
    new URL('./pictures/xiaokai/eyes-shut.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/mouth-shut.svg': readFileSync(
    new URL('./pictures/xiaokai/mouth-shut.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/mouth-aa.svg': readFileSync(
    new URL('./pictures/xiaokai/mouth-aa.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/mouth-ih.svg': readFileSync(
    new URL('./pictures/xiaokai/mouth-ih.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/mouth-ou.svg': readFileSync(
    new URL('./pictures/xiaokai/mouth-ou.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/mouth-ee.svg': readFileSync(
    new URL('./pictures/xiaokai/mouth-ee.svg', import.meta.url),
    'utf8',
  ),
  'pictures/xiaokai/mouth-oh.svg': readFileSync(
    new URL('./pictures/xiaokai/mouth-oh.svg', import.meta.url),
    'utf8',
  ),
}

const image = (name: string) => ({ kind: 'image', url: `pictures/${name}.svg` }) as const

const avatar = (name: string) =>
  ({ kind: 'vrm', url: `models/${name}.vrm`, picture: `models/${name}.png` }) as const

/** What scenes can show without anybody having brought anything. */
export const builtinAssets: StageAssets = {
  [ROOM_NIGHT]: image('room-night'),
  [ROOM_DAY]: image('room-day'),
  [STAGE_LIGHTS]: image('stage-lights'),
  [XIAOKAI]: xiaokai,
  [XIAOBO]: avatar('xiaobo'),
  [XIAOYIN]: avatar('xiaoyin'),
}
