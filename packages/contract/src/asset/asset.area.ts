import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const assetArea = area('asset', {
  called: words('素材库', 'Assets'),
  acts: {
    look: words(
      '看到形象、背景、音乐等素材和它们的授权',
      'See actors, backgrounds, music and other assets with their licences',
    ),
  },
  heldBy: { operator: ['look'] },
  screens: {
    digitalAsset: {
      path: '/digital/asset',
      entry: { id: 'digital.asset', called: nouns.asset },
    },
  },
  kinds: { asset: { called: nouns.asset } },
})
