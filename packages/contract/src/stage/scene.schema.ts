import * as z from 'zod/mini'
import { AssetType } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'
import { storable } from '../live/event.ts'

/* What stands on a room's stage. One canvas shows it: to viewers, in the preview and in the editor. */

/** The canvas, in the pixels that layers are placed by. */
export const CANVAS = { width: 1080, height: 1920 } as const
export const MAX_LAYERS = 40
/** As JSON, in UTF-16 units. */
export const MAX_SCENE_LENGTH = 262_144

/** What the law wants viewers to be told (GB 45438-2025), and how tall it is at least. */
export const AI_LABEL = 'AI生成'
export const AI_LABEL_MIN_PX = 54

export const MAX_TEXT = 200
export const FONT_SIZES = { least: 12, most: 200 } as const
/** Layers stand within this of the canvas's corner, and are no larger. */
export const MAX_PLACE = 4_320

const place = () => z.number().check(z.gte(-MAX_PLACE), z.lte(MAX_PLACE))
const size = () => z.number().check(z.gte(1), z.lte(MAX_PLACE))
const colour = () =>
  z
    .string()
    .check(
      z.regex(
        /^#[0-9a-f]{6}$/i,
        says('{label}须为#和6位十六进制数', '{label} must be # and six hexadecimal digits'),
      ),
    )
const asset = (label = words('素材', 'Asset')) =>
  field(label, z.string().check(z.minLength(1), z.maxLength(64)))

/** `x`, `y`: the upper left corner before it is turned; `rotate`: degrees, clockwise, about the middle. */
const box = {
  id: field(words('图层编号', 'Layer id'), z.string().check(z.regex(/^[\w-]{1,40}$/))),
  x: field(words('横坐标', 'X'), place()),
  y: field(words('纵坐标', 'Y'), place()),
  w: field(words('宽度', 'Width'), size()),
  h: field(words('高度', 'Height'), size()),
  rotate: z._default(
    field(words('旋转角度', 'Rotation'), z.number().check(z.gte(-360), z.lte(360))),
    0,
  ),
  opacity: z._default(field(words('不透明度', 'Opacity'), z.number().check(z.gte(0), z.lte(1))), 1),
  locked: z._default(field(words('锁定', 'Locked'), z.boolean()), false),
  hidden: z._default(field(words('隐藏', 'Hidden'), z.boolean()), false),
}

export const Align = enumeration({
  left: ['left', '左对齐', 'Left'],
  center: ['center', '居中', 'Centre'],
  right: ['right', '右对齐', 'Right'],
})

const letters = {
  size: field(
    words('字号', 'Font size'),
    z.number().check(z.gte(FONT_SIZES.least), z.lte(FONT_SIZES.most)),
  ),
  colour: field(words('颜色', 'Colour'), colour()),
  /** Around the letters, so that they are read on any ground. */
  outline: z.nullable(field(words('描边', 'Outline'), colour())),
  align: field(words('对齐', 'Alignment'), oneOf(Align)),
}

/** Which of the room's actors stands there. */
export const ActorSlot = enumeration({
  main: ['main', '主播', 'Anchor'],
  co: ['co', '副主播', 'Second anchor'],
})
export type ActorSlot = ValueOf<typeof ActorSlot>

export const LayerKind = enumeration({
  background: ['background', '背景', 'Background'],
  actor: ['actor', '形象', 'Actor'],
  game: ['game', '游戏窗口', 'Game window'],
  text: ['text', '文字', 'Text'],
  subtitle: ['subtitle', '字幕', 'Subtitle'],
  sticker: ['sticker', '贴图', 'Sticker'],
  material: ['material', '素材', 'Material'],
  ai_label: ['ai_label', 'AI标识', 'AI label'],
})
export type LayerKind = ValueOf<typeof LayerKind>

export const Layer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('background'),
    ...box,
    asset_id: z.nullable(asset()),
    /** Where there is no asset, or it cannot be shown. */
    colour: letters.colour,
  }),
  z.strictObject({
    kind: z.literal('actor'),
    ...box,
    slot: field(words('出镜', 'Who'), oneOf(ActorSlot)),
    asset_id: asset(),
  }),
  /** A transparent hole: the game stands behind it, in the program that sends the picture. */
  z.strictObject({ kind: z.literal('game'), ...box }),
  z.strictObject({
    kind: z.literal('text'),
    ...box,
    ...letters,
    text: field(
      words('文字', 'Text'),
      z.string().check(z.minLength(1), z.maxLength(MAX_TEXT), z.overwrite(storable)),
    ),
  }),
  z.strictObject({ kind: z.literal('subtitle'), ...box, ...letters }),
  z.strictObject({ kind: z.literal('sticker'), ...box, asset_id: asset() }),
  z.strictObject({
    kind: z.literal('material'),
    ...box,
    asset_id: asset(),
    /** In front of the actors, or behind them. */
    type: field(nouns.kind, oneOf(AssetType)),
  }),
  z.strictObject({ kind: z.literal('ai_label'), ...box }),
])
export type Layer = z.infer<typeof Layer>
export type LayerOf<K extends Layer['kind']> = Extract<Layer, { kind: K }>

/** The last of `layers` is in front. */
export const Scene = z.strictObject({
  layers: field(words('图层', 'Layers'), z.array(Layer).check(z.maxLength(MAX_LAYERS))),
  /** What is heard where the voice fails. */
  fallback_asset: z.optional(asset(words('兜底音频', 'Fallback sound'))),
})
export type Scene = z.infer<typeof Scene>

/** The shapes of a mouth; `shut` is none. */
export const MOUTHS = ['shut', 'aa', 'ih', 'ou', 'ee', 'oh'] as const
export type Mouth = (typeof MOUTHS)[number]

const url = z.string()

/** What an `asset_id` of a scene is, with the addresses that the page takes it from. */
export const StageAsset = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['image', 'video', 'audio']), url }),
  /** Pictures of one size that lie on each other: what always shows, the eyes, the mouth. */
  z.object({
    kind: z.literal('picture'),
    body: url,
    eyes: z.object({ open: url, shut: url }),
    mouths: z.object({ shut: url, aa: url, ih: url, ou: url, ee: url, oh: url }),
  }),
  /** Videos without sound: how somebody stands, and how they speak. */
  z.object({ kind: z.literal('loops'), idle: url, speak: url }),
  /** `picture`: shown where it cannot be drawn; without one 小开 is. */
  z.object({ kind: z.literal('vrm'), url, picture: z.optional(url) }),
])
export type StageAsset = z.infer<typeof StageAsset>
export type StageAssets = Readonly<Record<string, StageAsset>>
