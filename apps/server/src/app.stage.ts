import { BUILTIN_ASSET_PATH } from '@kaibo/contract/asset/asset.rules.ts'
import { defaultScene } from '@kaibo/scene/default-scene.ts'
import { builtinAssets } from '@kaibo/stage/assets.ts'
import type { Assets } from '#domains/asset/asset.service.ts'
import { createAnchors, type AnchorNeeds } from '#domains/stage/stage.anchor.ts'
import { createLooks, type LookNeeds } from '#domains/stage/stage.look.ts'
import { createPreview, type Said } from '#domains/stage/stage.preview.ts'
import type { Previews } from '#domains/stage/stage.previews.ts'
import type { Tables } from './migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

interface StagesNeeds extends Pick<AnchorNeeds, 'wake'> {
  assets: Pick<Assets, 'packed' | 'use'>
  uploads: { address: LookNeeds['addressOf'] }
}

type Listen = (room_id: string, heard: (moments: readonly Said[]) => void) => () => void

/** What stands on stages: kept as parts of rooms, shown by this server's own previews. */
export function createStages(platform: Platform<Tables>, { wake, assets, uploads }: StagesNeeds) {
  const looks = createLooks(platform, {
    builtin: { scene: defaultScene, assets: builtinAssets },
    builtinPath: BUILTIN_ASSET_PATH,
    addressOf: (file) => uploads.address(file),
  })
  const { packed, use } = assets
  return {
    anchors: createAnchors(platform, { ...looks, wake, packed, use }),
    previewed: (previews: Pick<Previews, 'onEnded'>, listen: Listen) =>
      createPreview({
        previews,
        look: (room_id) => looks.of(room_id),
        onChanged: looks.onChanged,
        now: () => platform.clock.now(),
        log: platform.log,
        listen,
      }),
  }
}
