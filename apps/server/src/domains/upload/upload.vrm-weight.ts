import type { Model } from './upload.gltf.ts'

const MAX_PICTURES = 64
const MAX_POINTS = 200_000
const MAX_INDICES = 1_800_000
const MAX_NODES = 4_000
/** Each is drawn by itself. */
const MAX_PIECES = 2_000
/** Numbers of one, two, three or four parts that a stage keeps in memory. */
const MAX_KEPT = 20_000_000

/** Whether it is more than a stage can load and draw: a file of some kilobytes can name gigabytes. */
export const isTooMuch = (model: Model): boolean =>
  model.nodes.length > MAX_NODES ||
  model.images.length > MAX_PICTURES ||
  isTooMuchKept(model) ||
  isTooMuchDrawn(model)

/** What no part of the file holds is zeros, of which there can be any number; and parts that lie on each other are loaded each. */
function isTooMuchKept({ accessors, bufferViews, buffers: [buffer] }: Model): boolean {
  const counted = sum(accessors.map(({ count }) => count))
  const viewed = sum(bufferViews.map(({ byteLength }) => byteLength))
  return counted > MAX_KEPT || viewed > 2 * (buffer?.byteLength ?? 0)
}

/** A mesh is drawn once for each node that it hangs from. */
function isTooMuchDrawn({ accessors, meshes, nodes }: Model): boolean {
  const countOf = (at: number | undefined) => (at === undefined ? 0 : (accessors[at]?.count ?? 0))
  const weights = meshes.map(({ primitives }) => ({
    pieces: primitives.length,
    // Pieces of one mesh share their points
    points: sum([...new Set(primitives.map(pointsOf))].map(countOf)),
    indices: sum(primitives.map(({ indices }) => countOf(indices))),
    shaped: sum(primitives.map((one) => one.targets.length * countOf(pointsOf(one)))),
  }))
  const drawn = nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : (weights[mesh] ?? [])))
  const most = { pieces: MAX_PIECES, points: MAX_POINTS, indices: MAX_INDICES, shaped: MAX_KEPT }
  return (['pieces', 'points', 'indices', 'shaped'] as const).some(
    (what) => sum(drawn.map((weight) => weight[what])) > most[what],
  )
}

const pointsOf = ({ attributes }: Model['meshes'][number]['primitives'][number]) =>
  attributes['POSITION']

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
