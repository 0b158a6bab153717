import type { Scene } from '@kaibo/contract/stage/scene.schema.ts'

export interface LayerChange {
  show: readonly string[]
  hide: readonly string[]
  /** For so long; 0: for good. */
  ms: number
}

interface Kept {
  id: string
  isHidden: boolean
  until: number
}

/** Which layers show beside what the scene says: the last change of a layer counts. */
export class LayerChanges {
  #kept: Kept[] = []
  /** What `of` answered last, and of what. */
  #last: { scene: Scene; kept: Kept[]; shown: Scene } | undefined

  add({ show, hide, ms }: LayerChange, now: number): void {
    const until = ms === 0 ? Infinity : now + ms
    const changes = [
      ...show.map((id) => ({ id, isHidden: false, until })),
      ...hide.map((id) => ({ id, isHidden: true, until })),
    ]
    const gone = new Set(changes.map(({ id }) => id))
    // One that is for a time only lies over one that is for good, which is seen again after it
    const stays = (one: Kept) => !gone.has(one.id) || (one.until === Infinity && ms !== 0)
    this.#kept = [...this.#kept.filter(stays), ...changes]
  }

  clear(): void {
    this.#kept = []
  }

  /** What is still in force, each as it would be said now. */
  left(now: number): LayerChange[] {
    this.#forget(now)
    return this.#kept.map(({ id, isHidden, until }) => ({
      show: isHidden ? [] : [id],
      hide: isHidden ? [id] : [],
      ms: until === Infinity ? 0 : Math.ceil(until - now),
    }))
  }

  /** The scene as it shows, the same one while nothing changes. The AI label is beyond this: it is painted whatever a scene says. */
  of(scene: Scene, now: number): Scene {
    this.#forget(now)
    const kept = this.#kept
    if (kept.length === 0) return scene
    if (this.#last?.scene === scene && this.#last.kept === kept) return this.#last.shown
    const hidden = new Map(kept.map(({ id, isHidden }) => [id, isHidden]))
    const layers = scene.layers.map((layer) => {
      const isHidden = hidden.get(layer.id) ?? layer.hidden
      return isHidden === layer.hidden ? layer : { ...layer, hidden: isHidden }
    })
    const shown = { ...scene, layers }
    this.#last = { scene, kept, shown }
    return shown
  }

  #forget(now: number): void {
    if (this.#kept.some(({ until }) => until <= now))
      this.#kept = this.#kept.filter(({ until }) => until > now)
  }
}
