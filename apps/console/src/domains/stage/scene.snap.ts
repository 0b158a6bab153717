import { CANVAS } from '@kaibo/contract/stage/scene.schema.ts'
import { boundsOf, moved, type Bounds, type Box, type Point } from './scene.geometry.ts'

/** A line to which something was drawn: of `x` an upright one. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

interface Snapped<B> {
  box: B
  guides: readonly Guide[]
}

const edgesX = ({ left, right }: Bounds) => [left, (left + right) / 2, right]
const edgesY = ({ top, bottom }: Bounds) => [top, (top + bottom) / 2, bottom]
const CANVAS_EDGES: Bounds = { left: 0, top: 0, right: CANVAS.width, bottom: CANVAS.height }

/** Edges and middles of the canvas and of the other boxes: what a box is drawn to. */
export const linesOf = (others: readonly Box[]): { x: number[]; y: number[] } => {
  const all = [CANVAS_EDGES, ...others.map(boundsOf)]
  return { x: all.flatMap(edgesX), y: all.flatMap(edgesY) }
}

/** How far the nearest line is from one of the edges; nothing where none is near. */
function nearest(edges: readonly number[], lines: readonly number[], within: number) {
  let best: { by: number; at: number } | undefined
  for (const edge of edges)
    for (const at of lines) {
      const by = at - edge
      if (Math.abs(by) <= within && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at }
    }
  return best
}

/** A box that is moved is drawn to lines that are near, each way by itself. */
export function snapped<B extends Box>(
  box: B,
  lines: ReturnType<typeof linesOf>,
  within: number,
): Snapped<B> {
  const bounds = boundsOf(box)
  const x = nearest(edgesX(bounds), lines.x, within)
  const y = nearest(edgesY(bounds), lines.y, within)
  const guides: Guide[] = []
  if (x) guides.push({ axis: 'x', at: x.at })
  if (y) guides.push({ axis: 'y', at: y.at })
  return { box: moved(box, { x: x?.by ?? 0, y: y?.by ?? 0 }), guides }
}

/** How far a grip is pulled so that the edge that it moves comes to a line; of a turned box none does. */
export function snappedPull(
  box: Box,
  { grip, by }: { grip: { sx: number; sy: number }; by: Point },
  lines: ReturnType<typeof linesOf>,
  within: number,
): { by: Point; guides: readonly Guide[] } {
  if (box.rotate !== 0) return { by, guides: [] }
  const edgeX = grip.sx < 0 ? box.x : box.x + box.w
  const edgeY = grip.sy < 0 ? box.y : box.y + box.h
  const x = grip.sx === 0 ? undefined : nearest([edgeX + by.x], lines.x, within)
  const y = grip.sy === 0 ? undefined : nearest([edgeY + by.y], lines.y, within)
  const guides: Guide[] = []
  if (x) guides.push({ axis: 'x', at: x.at })
  if (y) guides.push({ axis: 'y', at: y.at })
  return { by: { x: by.x + (x?.by ?? 0), y: by.y + (y?.by ?? 0) }, guides }
}
