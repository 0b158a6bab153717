import type { PlayedFile, PlayState } from '@kaibo/contract/agent/insert.schema.ts'
import type { Bundle, BundleAsset } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import { layersTold, type Effect } from '@kaibo/rules/effects.ts'
import { nodeKey } from '@kaibo/rules/pots.ts'
import type { RoomStage } from '#stage/room-stage.ts'
import { NO_STAGE } from '#talk/mouth.ts'
import type { Anchor } from '#talk/anchor.ts'
import type { PlayFiles } from './play-files.ts'

/** What is told of an effect. */
export interface EffectNews {
  effect_id: number
  kind: string
  name: string
  cause: string
  event_id: string | null
}

interface StageEffectsOptions {
  room_code: string
  files: PlayFiles | undefined
  /** Nothing where the PC has no stages. */
  stage: () => Pick<RoomStage, 'sound' | 'layers'> | undefined
  anchor: Pick<Anchor, 'cutIn'>
  tell: (state: PlayState, news: EffectNews, why?: string) => void
}

type Acting = Extract<Effect, { kind: 'playAsset' | 'cutIn' | 'scene' }>

const isActing = (effect: Effect): effect is Acting =>
  effect.kind === 'playAsset' || effect.kind === 'cutIn' || effect.kind === 'scene'

/** What rules have a room's stage do: sounds, files that are cut in, layers. */
export class StageEffects {
  readonly #options: StageEffectsOptions
  #assets = new Map<string, BundleAsset>()

  constructor(options: StageEffectsOptions) {
    this.#options = options
  }

  /** The files that its rules name are fetched before they are needed. */
  use({ catalogue }: Bundle): void {
    const assets = catalogue.assets ?? []
    this.#assets = new Map(assets.map((asset) => [asset.asset_id, asset]))
    const plays = assets.flatMap((asset) => playOf(asset, 0) ?? [])
    this.#options.files?.want(this.#owner, plays)
  }

  close(): void {
    this.#options.files?.release(this.#owner)
  }

  carryOut(decision: Decision): void {
    for (const effect of decision.effects) if (isActing(effect)) void this.#do(effect, decision)
  }

  async #do(effect: Acting, decision: Decision): Promise<void> {
    const { effect_id, kind } = effect
    const name = kind === 'scene' ? layersOf(effect) : this.#nameOf(effect.asset_id)
    const { node_name: cause, event_id } = decision
    const news = { effect_id, kind, name, cause, event_id }
    const failed = (why: string) => this.#options.tell('failed', news, why)
    try {
      if (kind === 'scene') this.#layers(effect, news)
      else await this.#file(effect, decision, news)
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error))
    }
  }

  #layers({ show, hide, move, ms }: Extract<Acting, { kind: 'scene' }>, news: EffectNews): void {
    const change = { show, hide, ms, ...(move && { move }) }
    if (!this.#options.stage()?.layers(change)) throw new Error(NO_STAGE)
    this.#options.tell('done', news)
  }

  async #file(
    effect: Exclude<Acting, { kind: 'scene' }>,
    decision: Decision,
    news: EffectNews,
  ): Promise<void> {
    const { files, stage, anchor, tell } = this.#options
    const asset = this.#assets.get(effect.asset_id)
    const volume = effect.kind === 'playAsset' ? effect.volume : LOUD
    const play = asset && playOf(asset, volume)
    if (!play || !files) throw new Error('素材不存在，或不是声音或视频')
    const url = await files.get(this.#owner, play)
    // A video is not a short sound over what is said: it has its turn
    if (effect.kind === 'playAsset' && play.kind === 'audio') {
      const ends = {
        done: () => tell('done', news),
        failed: (why: string) => tell('failed', news, why),
      }
      const on = stage()
      if (!on) throw new Error(NO_STAGE)
      return on.sound(`sound.${effect.effect_id}`, { url, volume }, ends)
    }
    tell('queued', news)
    anchor.cutIn(
      {
        effect_id: effect.effect_id,
        text: news.name,
        position: effect.kind === 'cutIn' ? effect.position : 'sentence',
        ttl_ms: decision.ttl_ms,
        priority: decision.priority,
        event_id: decision.event_id,
        node: nodeKey(decision.set_id, decision.node_id),
        cause: decision.node_name,
      },
      { kind: play.kind, url, volume, effect: { effect_id: effect.effect_id, kind: effect.kind } },
    )
  }

  #nameOf(asset_id: string): string {
    return this.#assets.get(asset_id)?.name ?? asset_id
  }

  get #owner(): string {
    return `rules:${this.#options.room_code}`
  }
}

const LOUD = 100

const playOf = ({ asset_id, plays, file }: BundleAsset, volume: number): PlayedFile | undefined =>
  plays === null ? undefined : { asset_id, kind: plays, file, volume }

const layersOf = (effect: Extract<Acting, { kind: 'scene' }>): string =>
  layersTold(effect).slice(0, 100)
