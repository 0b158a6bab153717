import { GAME_CLOSE, MAX_VIEWS } from '@kaibo/contract/game/link.schema.ts'
import type { Time } from '#time/time.ts'
import type { Peer } from './peer.ts'

/** A page that takes less than this at a time is shown every picture; a slower one is shown fewer. */
const HIGH_WATER = 65_536
const AGAIN_MS = 50

/** The pages that show a game. Each gets the newest picture only: those in between are nothing worth. */
export class Views {
  readonly #time: Time
  readonly #peers = new Map<Peer, { isBehind: boolean }>()
  #picture: unknown = undefined
  #cancel: (() => void) | undefined

  constructor(time: Time) {
    this.#time = time
  }

  get isFull(): boolean {
    return this.#peers.size >= MAX_VIEWS
  }

  add(peer: Peer): void {
    this.#peers.set(peer, { isBehind: this.#picture !== undefined })
    this.#pump()
  }

  delete(peer: Peer): void {
    this.#peers.delete(peer)
  }

  show(picture: unknown): void {
    this.#picture = picture
    for (const one of this.#peers.values()) one.isBehind = true
    this.#pump()
  }

  ping(): void {
    for (const peer of this.#peers.keys()) peer.ping()
  }

  /** Closes those that were not heard since then. */
  closeSilent(since: number): void {
    for (const peer of this.#peers.keys())
      if (peer.heardAt < since) peer.close(GAME_CLOSE.refused, 'silent')
  }

  close(): void {
    this.#cancel?.()
    this.#cancel = undefined
    for (const peer of this.#peers.keys()) peer.close(GAME_CLOSE.refused, 'over')
    this.#peers.clear()
  }

  #pump(): void {
    let isLeft = false
    for (const [peer, one] of this.#peers) {
      if (!one.isBehind) continue
      if (peer.waiting < HIGH_WATER) {
        one.isBehind = false
        peer.send({ type: 'view', data: this.#picture })
      } else isLeft = true
    }
    if (!isLeft) return
    this.#cancel ??= this.#time.after(AGAIN_MS, () => {
      this.#cancel = undefined
      this.#pump()
    })
  }
}
