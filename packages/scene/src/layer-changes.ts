import type { Layer, Scene } from '@kaibo/contract/stage/scene.schema.ts'

interface Place {
  x: number
  y: number
}

export interface LayerChange {
  show: readonly string[]
  hide: readonly string[]
  /** Where their corners go. */
  move?: readonly (Place & { layer: string })[]
  /** For so long; 0: for good. */
  ms: number
}

interface Shown {
  does: 'show'
  id: string
  isHidden: boolean
  until: number
}

interface Moved {
  does: 'move'
  id: string
  to: Place
  /** Where it comes from, if that is not its place in the scene. */
  from: Place | undefined
  at: number
  until: number
}
type Kept = Shown | Moved

/** How long a layer is on its way, there and back. */
const MOVE_MS = 400

/** Which layers show, and where, beside what the scene says: the last change of a layer counts. */
export class LayerChanges {
  #kept: Kept[] = []
  /** What `of` answered last, and of what. */
  #last: { scene: Scene; kept: Kept[]; shown: Scene; isSettled: boolean } | undefined

  add({ show, hide, move = [], ms }: LayerChange, now: number): void {
    const until = ms === 0 ? Infinity : now + ms
    const shown = (id: string, isHidden: boolean): Kept => ({ does: 'show', id, isHidden, until })
    const changes: Kept[] = [
      ...show.map((id) => shown(id, false)),
      ...hide.map((id) => shown(id, true)),
      ...move.map(({ layer: id, x, y }): Kept => {
        const from = this.#moveOf(id)?.to
        return { does: 'move', id, to: { x, y }, from, at: now, until }
      }),
    ]
    // One that is for a time only lies over one that is for good, which is seen again after it
    const stays = (one: Kept) =>
      !changes.some(({ id, does }) => id === one.id && does === one.does) ||
      (one.until === Infinity && ms !== 0)
    this.#kept = [...this.#kept.filter(stays), ...changes]
  }

  clear(): void {
    this.#kept = []
  }

  /** What is still in force, each as it would be said now. */
  left(now: number): LayerChange[] {
    this.#forget(now)
    return this.#kept.map((one) => {
      const { id, until } = one
      const ms = until === Infinity ? 0 : Math.ceil(until - now)
      if (one.does === 'move') return { show: [], hide: [], move: [{ layer: id, ...one.to }], ms }
      return { show: one.isHidden ? [] : [id], hide: one.isHidden ? [id] : [], ms }
    })
  }

  /** The scene as it shows, the same one while nothing changes. The AI label is beyond this: it is painted where and as it must be. */
  of(scene: Scene, now: number): Scene {
    this.#forget(now)
    const kept = this.#kept
    if (kept.length === 0) return scene
    const last = this.#last?.scene === scene ? this.#last : undefined
    const isSettled = !kept.some((one) => isOnItsWay(one, now))
    if (last?.kept === kept && last.isSettled && isSettled) return last.shown
    const before = new Map(last?.shown.layers.map((layer) => [layer.id, layer]))
    const layers = scene.layers.map((layer) => {
      const changed = this.#changed(layer, now)
      const was = before.get(layer.id)
      // The same object while it stays as it is, by which a painter knows that it stands still
      return was && isAlike(was, changed) ? was : changed
    })
    const shown = { ...scene, layers }
    this.#last = { scene, kept, shown, isSettled }
    return shown
  }

  #changed(layer: Layer, now: number): Layer {
    if (layer.kind === 'ai_label') return layer
    const shown = this.#kept.findLast(
      (one): one is Shown => one.does === 'show' && one.id === layer.id,
    )
    const moved = this.#moveOf(layer.id)
    const isHidden = shown?.isHidden ?? layer.hidden
    const { x, y } = moved ? placeOf(moved, layer, now) : layer
    const isAsItWas = isHidden === layer.hidden && x === layer.x && y === layer.y
    return isAsItWas ? layer : { ...layer, hidden: isHidden, x, y }
  }

  #moveOf(id: string): Moved | undefined {
    return this.#kept.findLast((one): one is Moved => one.does === 'move' && one.id === id)
  }

  #forget(now: number): void {
    if (this.#kept.some((one) => isOver(one, now)))
      this.#kept = this.#kept.filter((one) => !isOver(one, now))
  }
}

const isOver = ({ does, until }: Kept, now: number): boolean =>
  now >= (does === 'move' ? until + MOVE_MS : until)

const isOnItsWay = (one: Kept, now: number): boolean =>
  one.does === 'move' && (now < one.at + MOVE_MS || now >= one.until)

const isAlike = (one: Layer, other: Layer): boolean =>
  one.hidden === other.hidden && one.x === other.x && one.y === other.y

/** Fast in the middle of the way, slow at its ends. */
const eased = (part: number): number => part * part * (3 - 2 * part)
const partOf = (ms: number): number => eased(Math.min(1, Math.max(0, ms / MOVE_MS)))

function placeOf({ to, from, at, until }: Moved, home: Place, now: number): Place {
  if (now >= until) return between(to, home, partOf(now - until))
  return between(from ?? home, to, partOf(now - at))
}

const between = (from: Place, to: Place, part: number): Place => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})
