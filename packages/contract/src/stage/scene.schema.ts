import * as z from 'zod/mini'
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

const text = (max: number) => z.string().check(z.maxLength(max), z.overwrite(storable))
const place = z.number().check(z.gte(-4_320), z.lte(4_320))
const size = z.number().check(z.gte(1), z.lte(4_320))
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))
const assetId = z.string().check(z.minLength(1), z.maxLength(64))

/** `x`, `y`: the upper left corner before it is turned; `rotate`: degrees, clockwise, about the middle. */
const box = {
  id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  x: place,
  y: place,
  w: size,
  h: size,
  rotate: z._default(z.number().check(z.gte(-360), z.lte(360)), 0),
  opacity: z._default(z.number().check(z.gte(0), z.lte(1)), 1),
  locked: z._default(z.boolean(), false),
  hidden: z._default(z.boolean(), false),
}

const letters = {
  size: z.number().check(z.gte(12), z.lte(200)),
  colour,
  /** Around the letters, so that they are read on any ground. */
  outline: z.nullable(colour),
  align: z.enum(['left', 'center', 'right']),
}

export const ActorSlot = z.enum(['main', 'co'])

export const Layer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('background'),
    ...box,
    asset_id: z.nullable(assetId),
    /** Where there is no asset, or it cannot be shown. */
    colour,
  }),
  z.object({ kind: z.literal('actor'), ...box, slot: ActorSlot, asset_id: assetId }),
  /** A transparent hole: the game stands behind it, in the program that sends the picture. */
  z.object({ kind: z.literal('game'), ...box }),
  z.object({ kind: z.literal('text'), ...box, ...letters, text: text(200) }),
  z.object({ kind: z.literal('subtitle'), ...box, ...letters }),
  z.object({ kind: z.literal('sticker'), ...box, asset_id: assetId }),
  z.object({ kind: z.literal('material'), ...box, asset_id: assetId }),
  z.object({ kind: z.literal('ai_label'), ...box }),
])
export type Layer = z.infer<typeof Layer>
export type LayerOf<K extends Layer['kind']> = Extract<Layer, { kind: K }>

/** The last of `layers` is in front. */
export const Scene = z.object({ layers: z.array(Layer).check(z.maxLength(MAX_LAYERS)) })
export type Scene = z.infer<typeof Scene>

/** The shapes of a mouth; `shut` is none. */
export const MOUTHS = ['shut', 'aa', 'ih', 'ou', 'ee', 'oh'] as const
export type Mouth = (typeof MOUTHS)[number]

/** What an `asset_id` of a scene is, with the addresses that the page takes it from. */
export type StageAsset =
  | { kind: 'image' | 'video'; url: string }
  | {
      kind: 'picture'
      /** Pictures of one size that lie on each other: what always shows, the eyes, the mouth. */
      body: string
      eyes: Readonly<Record<'open' | 'shut', string>>
      mouths: Readonly<Record<Mouth, string>>
    }
  | {
      kind: 'vrm'
      url: string
      /** Shown where it cannot be drawn; without one 小开 is. */
      picture?: string
    }
export type StageAssets = Readonly<Record<string, StageAsset>>
