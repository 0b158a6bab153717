import * as z from 'zod/mini'
import { AuthExpireStatus, DigitalPlatform } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { AssetKind } from '../asset/asset.enums.ts'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { listOf } from '../kernel/page.ts'
import { idOf } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { roomCode, RoomRow } from '../room/room.schema.ts'
import { Scene, StageAsset } from './scene.schema.ts'

/* Who stands in a room, how it sounds and what is around it: a part of the room with a version of its own. */

/** Of a room on air: at once, or when it is started next. */
export const Apply = enumeration({
  now: ['now', '立即生效', 'At once'],
  next: ['next', '下次开播生效', 'From the next start'],
})
export type Apply = ValueOf<typeof Apply>

/** The bounds of what a room does to its voice: times as fast, semitones, times as loud. */
export const SPEED = { least: 0.5, most: 2 } as const
export const PITCH = { least: -12, most: 12 } as const
export const VOLUME = { least: 0, most: 2 } as const

const between = ({ least, most }: { least: number; most: number }) =>
  z.number().check(z.gte(least), z.lte(most))

export const AnchorVoice = z.strictObject({
  voice_id: idOf(words('音色', 'Voice')),
  speed: field(words('语速', 'Speed'), between(SPEED)),
  pitch: field(words('音调', 'Pitch'), between(PITCH)),
  volume: field(words('音量', 'Volume'), between(VOLUME)),
  /** Speaks where the other cannot. */
  fallback_id: z.optional(idOf(words('备用音色', 'Fallback voice'))),
})
export type AnchorVoice = z.infer<typeof AnchorVoice>

const anchor = {
  digital_platform: field(words('数字人平台', 'Platform of the anchor'), oneOf(DigitalPlatform)),
  actor_id: idOf(words('形象', 'Actor')),
  co_actor_id: z.optional(idOf(words('副主播形象', 'Second actor'))),
  voice: field(words('语音', 'Voice settings'), AnchorVoice),
  scene: field(words('画面', 'Scene'), Scene),
}

export const AnchorConfig = z.object(anchor)
export type AnchorConfig = z.infer<typeof AnchorConfig>

export const AnchorSave = z
  .object({
    room_code: roomCode(),
    version,
    apply: z._default(field(words('生效方式', 'Takes effect'), oneOf(Apply)), 'now'),
    ...anchor,
  })
  .check(
    z.refine(({ co_actor_id, actor_id }) => co_actor_id !== actor_id, {
      error: says('副主播不能和主播相同', 'The second actor is the same as the first'),
      path: ['co_actor_id'],
    }),
  )

/** An asset as an editor chooses and paints it. */
export const SceneAsset = z.object({
  asset_id: z.string(),
  kind: oneOf(AssetKind),
  name: field(nouns.name, z.string()),
  type: z.int(),
  expire_at: z.nullable(z.int()),
  expire_status: oneOf(AuthExpireStatus),
  /** What it looks like; nothing where it cannot be pictured. */
  cover: z.nullable(z.string()),
  /** Nothing where its files are gone. */
  stage: z.nullable(StageAsset),
})
export type SceneAsset = z.infer<typeof SceneAsset>

export const Anchor = z.object({
  version: z.int(),
  room: z.object({
    room_code: z.string(),
    name: z.string(),
    org_id: z.string(),
    state: RoomRow.shape.state,
  }),
  value: AnchorConfig,
  /** What viewers see, while that is another: `value` is shown from the next start. */
  live_value: z.nullable(AnchorConfig),
  /** All that both name and that still is there. */
  assets: z.array(SceneAsset),
  updated_at: z.nullable(z.int()),
  updated_by: z.nullable(z.string()),
})
export type Anchor = z.infer<typeof Anchor>

export const AnchorRef = z.object({ room_code: roomCode() })
export const SceneAssetQuery = z.object({
  room_code: roomCode(),
  kind: z.optional(field(nouns.kind, oneOf(AssetKind))),
  keyword: z.optional(field(nouns.keyword, z.string().check(z.maxLength(50)))),
})
export const SceneAssets = listOf(SceneAsset)
