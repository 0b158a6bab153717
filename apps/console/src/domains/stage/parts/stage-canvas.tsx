import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'
import { CANVAS, type Layer, type Scene } from '@kaibo/contract/stage/scene.schema.ts'
import { evenMarks } from '@kaibo/scene/even-marks.ts'
import { STILL_AT } from '@kaibo/scene/motion.ts'
import { mouthAt } from '@kaibo/scene/mouth.ts'
import type { Instant, Pictured } from '@kaibo/scene/paint.ts'
import { Painter } from '@kaibo/scene/painter.ts'
import { litIn } from '@kaibo/scene/subtitle.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { isFixed } from '../scene.edit.ts'
import { GRIPS } from '../scene.geometry.ts'
import { linesFor, pulled, type Gesture, type Pulled } from '../scene.gesture.ts'
import { namesOf } from '../scene.names.ts'
import { boxOf } from '../use-layer-focus.ts'
import { Grips, LayerBox } from './layer-box.tsx'
import '../scene.i18n.ts'
import styles from '../scene.module.css'

/** On the screen: how close a line is for a box to be drawn to it. */
const NEAR_PX = 6
const MS_A_LETTER = 220

interface StageCanvasProps {
  scene: Scene
  pictures: ReadonlyMap<string, Pictured>
  /** What an asset is called: shown where it has no picture. */
  assetName: (asset_id: string) => string | undefined
  selected: string | undefined
  /** Where platforms lay their own things over the picture. */
  showsSafe: boolean
  /** What is being tried, until it is said. */
  saying: { text: string; since: number } | undefined
  mayEdit: boolean
  onSelect: (id: string | undefined) => void
  onChange: (layer: Layer) => void
}

/** The scene as viewers see it, with a box over each layer that is caught by pointer and keyboard. */
export function StageCanvas(props: StageCanvasProps) {
  const { scene, pictures, assetName, selected, showsSafe, saying } = props
  const { mayEdit, onSelect, onChange } = props
  const t = useText('scene')
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(undefined)
  const gesture = useRef<Gesture>(undefined)
  /** The one that does it. */
  const pointer = useRef<number>(undefined)
  const [live, setLive] = useState<Pulled>()
  const [scale, setScale] = useState(0)
  const shown = live ? withLayer(scene, live.layer) : scene

  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    const watch = new ResizeObserver(() => setScale(box.clientWidth / CANVAS.width))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])

  const refocus = useEffectEvent(() => {
    const layer = scene.layers.find(({ id }) => id === selected)
    if (layer && frame.current && document.activeElement === document.body)
      boxOf(frame.current, layer.id)?.focus()
  })
  // After a save the editor begins anew, and keys go on with the layer that they were at
  useEffect(() => refocus(), [])

  useEffect(() => {
    const ctx = canvas.current?.getContext('2d')
    if (!ctx || scale === 0) return undefined
    painter.current ??= new Painter(ctx)
    const by = painter.current
    const painting = { scene: shown, pictures, scale: ctx.canvas.width / CANVAS.width }
    let next = 0
    const draw = () => {
      const since = saying ? performance.now() - saying.since : 0
      const said = saying ? saidAt(saying.text, since) : null
      // Without a line that is tried nobody moves: a figure is not drawn anew for each step of a pointer
      by.paint(painting, { now: STILL_AT + (said ? since : 0), said })
      if (said || hasFilm(pictures)) next = requestAnimationFrame(draw)
    }
    next = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(next)
  }, [shown, pictures, saying, scale])

  const at = (event: PointerEvent) => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale }
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    if (gesture.current || event.button !== 0 || !(event.target instanceof Element)) return
    const box = event.target.closest<HTMLElement>('[data-layer]')
    const layer = scene.layers.find(({ id }) => id === box?.dataset['layer'])
    onSelect(layer?.id)
    if (!layer || !mayEdit || isFixed(layer)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointer.current = event.pointerId
    const grip = event.target.closest<HTMLElement>('[data-grip]')?.dataset['grip']
    // Keys go on with the layer
    if (grip !== undefined) boxOf(event.currentTarget, layer.id)?.focus()
    const held = { layer, from: at(event), lines: linesFor(scene.layers, layer) }
    const pull = GRIPS[Number(grip)]
    if (grip === 'turn') gesture.current = { ...held, does: 'rotate' }
    else if (pull) gesture.current = { ...held, does: pull }
    else gesture.current = { ...held, does: 'move' }
  }

  /** A second finger neither takes over what the first one does nor ends it. */
  const isIts = ({ pointerId }: PointerEvent) => pointerId === pointer.current

  function pull(event: PointerEvent) {
    if (!gesture.current || !isIts(event)) return
    const { shiftKey: shift, altKey: alt } = event
    setLive(pulled(gesture.current, at(event), NEAR_PX / scale, { shift, alt }))
  }

  function release(event: PointerEvent) {
    const before = gesture.current?.layer
    if (!isIts(event)) return
    if (live && live.layer !== before) onChange(live.layer)
    giveUp(event)
  }

  function giveUp(event: PointerEvent) {
    if (!isIts(event)) return
    gesture.current = undefined
    setLive(undefined)
  }

  /** In place of what is not there, or not yet. */
  function captionOf(layer: Layer): string | undefined {
    if (!('asset_id' in layer) || layer.asset_id === null || layer.hidden) return undefined
    return pictures.has(layer.asset_id) ? undefined : assetName(layer.asset_id)
  }

  const chosen = shown.layers.find(({ id }) => id === selected)
  const caught = chosen && mayEdit && !isFixed(chosen) ? chosen : undefined
  const names = namesOf(shown.layers, useLanguage())
  const dpr = Math.min(2, globalThis.devicePixelRatio || 1)
  return (
    <div
      ref={frame}
      className={styles.frame}
      role="listbox"
      aria-label={t('canvas')}
      onPointerDown={press}
      onPointerMove={pull}
      onPointerUp={release}
      onPointerCancel={giveUp}
      onLostPointerCapture={giveUp}
    >
      <canvas
        ref={canvas}
        aria-hidden
        width={Math.round(CANVAS.width * scale * dpr) || 1}
        height={Math.round(CANVAS.height * scale * dpr) || 1}
      />
      {showsSafe ? <div aria-hidden className={styles.safe} /> : null}
      {shown.layers.map((layer) => (
        <LayerBox
          key={layer.id}
          layer={layer}
          name={names.get(layer.id) ?? layer.id}
          caption={captionOf(layer)}
          scale={scale}
          isSelected={layer.id === selected}
          onSelect={onSelect}
        />
      ))}
      {caught ? <Grips layer={caught} scale={scale} /> : null}
      {live?.guides.map(({ axis, at: place }) => (
        <div
          key={`${axis}${place}`}
          aria-hidden
          className={styles.guide}
          data-axis={axis}
          style={axis === 'x' ? { left: place * scale } : { top: place * scale }}
        />
      ))}
    </div>
  )
}

const withLayer = (scene: Scene, layer: Layer): Scene => ({
  ...scene,
  layers: scene.layers.map((one) => (one.id === layer.id ? layer : one)),
})

const hasFilm = (pictures: ReadonlyMap<string, Pictured>) =>
  [...pictures.values()].some(({ kind }) => kind === 'film')

function saidAt(text: string, ms: number): Instant['said'] {
  const length = text.length * MS_A_LETTER
  if (ms > length) return null
  const marks = evenMarks(text, length)
  return { text, lit: litIn({ text, marks }, ms), mouth: mouthAt(marks, ms) }
}
