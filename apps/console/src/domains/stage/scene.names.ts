import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { ActorSlot, AI_LABEL, LayerKind, type Layer } from '@kaibo/contract/stage/scene.schema.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'

/** What people call each layer: what it says, else what it is; of several that are called alike, with its number. */
export function namesOf(layers: readonly Layer[], lang: Lang): ReadonlyMap<string, string> {
  const plain = layers.map((layer) => nameOf(layer, lang))
  return new Map(
    layers.map(({ id }, at) => {
      const name = plain[at] ?? id
      const number = /-(\d+)$/.exec(id)?.[1]
      const isAlone = plain.indexOf(name) === plain.lastIndexOf(name)
      return [id, isAlone || number === undefined ? name : `${name} ${number}`]
    }),
  )
}

function nameOf(layer: Layer, lang: Lang): string {
  if (layer.kind === 'text') return layer.text
  if (layer.kind === 'ai_label') return AI_LABEL
  if (layer.kind === 'actor' && layer.slot === 'co') return labelOf(ActorSlot, 'co', lang)
  return labelOf(LayerKind, layer.kind, lang)
}
