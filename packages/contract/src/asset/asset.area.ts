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
    add: words('上传素材，导入音乐', 'Upload assets and import music'),
    edit: words(
      '修改素材的名称、文件、标签和授权',
      'Change names, files, tags and licences of assets',
    ),
    del: words('删除没有使用的素材', 'Delete assets that nothing uses'),
  },
  heldBy: { operator: ['look', 'add', 'edit', 'del'] },
  screens: {
    digitalAsset: {
      path: '/digital/asset',
      entry: { id: 'digital.asset', called: nouns.asset },
    },
  },
  kinds: { asset: { called: nouns.asset } },
})
