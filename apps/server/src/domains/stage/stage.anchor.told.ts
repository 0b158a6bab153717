import type { AnchorConfig } from '@kaibo/contract/stage/anchor.schema.ts'
import type { Layer, Scene } from '@kaibo/contract/stage/scene.schema.ts'

/** What the audit says of a scene: of its layers those that are not the same on the other side of the change. */
export function anchorTold({ scene, ...rest }: AnchorConfig, other: AnchorConfig): object {
  const was = new Map(other.scene.layers.map((layer) => [layer.id, told(layer)]))
  const changed = scene.layers.flatMap((layer) => {
    const now = told(layer)
    return was.get(layer.id) === now ? [] : [[layer.id, now] as const]
  })
  const { fallback_asset } = scene
  return {
    ...rest,
    layers: Object.fromEntries(changed),
    ...(orderOf(scene) !== orderOf(other.scene) && { order: orderOf(scene) }),
    ...(fallback_asset !== undefined && { fallback_asset }),
  }
}

const orderOf = ({ layers }: Scene): string => layers.map(({ id }) => id).join(' ')

/** The same whatever the order of its fields. */
const told = (layer: Layer): string =>
  JSON.stringify(Object.fromEntries(Object.entries(layer).toSorted(([a], [b]) => (a < b ? -1 : 1))))
