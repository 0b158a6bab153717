import type { AnchorConfig } from '@kaibo/contract/stage/anchor.schema.ts'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'

/** What the audit says of a scene: of its layers those that are not the same on the other side of the change. */
export function anchorTold({ scene, ...rest }: AnchorConfig, other: AnchorConfig): object {
  const was = new Map(other.scene.layers.map((layer, place) => [layer.id, told(layer, place)]))
  const changed = scene.layers.flatMap((layer, place) => {
    const now = told(layer, place)
    return was.get(layer.id) === now ? [] : [[layer.id, now] as const]
  })
  const { fallback_asset } = scene
  return {
    ...rest,
    layers: Object.fromEntries(changed),
    ...(fallback_asset !== undefined && { fallback_asset }),
  }
}

const told = ({ id: _, ...layer }: Layer, place: number): string =>
  JSON.stringify({ place, ...layer })
