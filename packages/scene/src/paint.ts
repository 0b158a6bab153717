import {
  AI_LABEL,
  CANVAS,
  type Layer,
  type LayerOf,
  type Mouth,
  type Scene,
} from '@kaibo/contract/stage/scene.schema.ts'
import { labelBox, type Box } from './label.ts'
import { breathAt, isBlinkingAt, swayAt } from './motion.ts'
import { linesOf } from './subtitle.ts'

/** `width` and `height` of the picture itself. */
interface Flat {
  picture: CanvasImageSource
  width: number
  height: number
}

/** An asset whose pictures are there. */
export type Pictured =
  | ({ kind: 'flat' | 'film' } & Flat)
  | {
      kind: 'actor'
      body: CanvasImageSource
      eyes: Readonly<Record<'open' | 'shut', CanvasImageSource>>
      mouths: Readonly<Record<Mouth, CanvasImageSource>>
    }
  | { kind: 'live'; actor: Actor }

/** Somebody who is not made of flat pictures, and draws herself. */
export interface Actor {
  /** Into this box, standing on its lower edge; nothing while she is not ready. */
  draw(ctx: CanvasRenderingContext2D, box: Box, instant: Instant): void
}

/** What is shown at an instant. */
export interface Instant {
  /** Milliseconds of any clock; what moves by itself moves by it. */
  now: number
  said: { text: string; lit: number; mouth: Mouth; isHappy?: boolean } | null
  /** A video that covers the scene. */
  film?: Flat | null
}

const FONT = '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif'
const UNSAID_ALPHA = 0.55

/** Draws one layer. What has no picture is left out, and of a background the colour is there. */
export function paintLayer(
  ctx: CanvasRenderingContext2D,
  layer: Layer,
  pictures: ReadonlyMap<string, Pictured>,
  instant: Instant,
): void {
  ctx.save()
  ctx.globalAlpha = layer.opacity
  turn(ctx, layer)
  paintUpright(ctx, layer, pictures, instant)
  ctx.restore()
}

/** What lies over all layers: a film that plays, and the label. */
export function paintOver(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  film: Instant['film'],
): void {
  if (film) paintFilm(ctx, film)
  paintLabel(ctx, labelBox(scene))
}

/** Seen whole, as large as it goes, on black. */
function paintFilm(ctx: CanvasRenderingContext2D, { picture, width, height }: Flat): void {
  const scale = Math.min(CANVAS.width / width, CANVAS.height / height)
  const [w, h] = [width * scale, height * scale]
  ctx.fillStyle = '#000000'
  ctx.fillRect(0, 0, CANVAS.width, CANVAS.height)
  ctx.drawImage(picture, (CANVAS.width - w) / 2, (CANVAS.height - h) / 2, w, h)
}

/** About its middle. */
function turn(ctx: CanvasRenderingContext2D, { x, y, w, h, rotate }: Layer): void {
  if (rotate === 0) return
  ctx.translate(x + w / 2, y + h / 2)
  ctx.rotate((rotate * Math.PI) / 180)
  ctx.translate(-x - w / 2, -y - h / 2)
}

function paintUpright(
  ctx: CanvasRenderingContext2D,
  layer: Layer,
  pictures: ReadonlyMap<string, Pictured>,
  instant: Instant,
): void {
  if (layer.kind === 'game') return ctx.clearRect(layer.x, layer.y, layer.w, layer.h)
  if (layer.kind === 'subtitle') return paintSubtitle(ctx, layer, instant)
  if (layer.kind === 'text') return paintLine(ctx, layer, layer.text, layer.text.length, layer.y)
  if (layer.kind === 'ai_label') return
  const pictured = layer.asset_id === null ? undefined : pictures.get(layer.asset_id)
  if (layer.kind === 'background') {
    ctx.fillStyle = layer.colour
    ctx.fillRect(layer.x, layer.y, layer.w, layer.h)
  }
  if (pictured?.kind === 'actor') paintActor(ctx, layer, pictured, instant)
  else if (pictured?.kind === 'live') pictured.actor.draw(ctx, layer, instant)
  else if (pictured) paintCovering(ctx, layer, pictured)
}

/** All of the box is covered; what stands out is cut off. */
function paintCovering(
  ctx: CanvasRenderingContext2D,
  { x, y, w, h }: Box,
  { picture, width, height }: Flat,
): void {
  const scale = Math.max(w / width, h / height)
  const [partW, partH] = [w / scale, h / scale]
  const [fromX, fromY] = [(width - partW) / 2, (height - partH) / 2]
  ctx.drawImage(picture, fromX, fromY, partW, partH, x, y, w, h)
}

function paintActor(
  ctx: CanvasRenderingContext2D,
  { x, y, w, h }: Box,
  { body, eyes, mouths }: Extract<Pictured, { kind: 'actor' }>,
  { now, said }: Instant,
): void {
  // Breathing and swaying stand on the feet
  ctx.translate(x + w / 2, y + h)
  ctx.rotate((swayAt(now, said !== null) * Math.PI) / 180)
  ctx.scale(1, 1 + breathAt(now))
  const parts = [body, eyes[isBlinkingAt(now) ? 'shut' : 'open'], mouths[said?.mouth ?? 'shut']]
  for (const part of parts) ctx.drawImage(part, -w / 2, -h, w, h)
}

function paintSubtitle(
  ctx: CanvasRenderingContext2D,
  layer: LayerOf<'subtitle'>,
  { said }: Instant,
): void {
  if (!said) return
  ctx.font = `600 ${layer.size}px ${FONT}`
  const measure = (text: string) => ctx.measureText(text).width
  const lines = linesOf(said.text, said.lit, { width: layer.w, measure })
  lines.forEach(({ text, lit }, index) =>
    paintLine(ctx, layer, text, lit, layer.y + index * layer.size * 1.35),
  )
}

type Lettered = Box & Pick<LayerOf<'text'>, 'size' | 'colour' | 'outline' | 'align'>

/** What is said already is bright, what is not yet said is faint. */
function paintLine(
  ctx: CanvasRenderingContext2D,
  { x, w, size, colour, outline, align }: Lettered,
  text: string,
  lit: number,
  y: number,
): void {
  ctx.font = `600 ${size}px ${FONT}`
  ctx.textBaseline = 'top'
  ctx.textAlign = 'left'
  ctx.lineJoin = 'round'
  const width = ctx.measureText(text).width
  const left = align === 'left' ? x : align === 'right' ? x + w - width : x + (w - width) / 2
  if (outline !== null) {
    ctx.lineWidth = size / 6
    ctx.strokeStyle = outline
    ctx.strokeText(text, left, y)
  }
  const said = text.slice(0, lit)
  const opacity = ctx.globalAlpha
  ctx.fillStyle = colour
  ctx.fillText(said, left, y)
  ctx.globalAlpha = opacity * UNSAID_ALPHA
  ctx.fillText(text.slice(lit), left + ctx.measureText(said).width, y)
  ctx.globalAlpha = opacity
}

/** Last of all, and by no rule of the scene: nothing covers it, turns it or makes it faint. */
function paintLabel(ctx: CanvasRenderingContext2D, { x, y, w, h }: Box): void {
  ctx.fillStyle = 'rgba(13, 12, 34, 0.62)'
  ctx.beginPath()
  ctx.roundRect(x, y, w, h, h / 4)
  ctx.fill()
  ctx.font = `600 ${Math.round(h / 1.4)}px ${FONT}`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = '#ffffff'
  ctx.fillText(AI_LABEL, x + w / 2, y + h / 2, w)
}
