import { TIMEOUT } from '../facts/constants.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import { words } from '../kernel/words.ts'
import {
  AssetForm,
  AssetQuery,
  AssetRef,
  AssetRestore,
  AssetRow,
  AssetSave,
  MusicImport,
  MusicImported,
} from './asset.schema.ts'

const CHANGED = [
  'asset.list',
  'lookup.actors',
  'lookup.backgrounds',
  'lookup.sounds',
  'history.list',
] as const

export const assetApi = domain('asset', {
  list: get('/admin/v1/x/asset/list', {
    input: AssetQuery,
    data: pageOf(AssetRow),
    can: 'asset.look',
    download: true,
    live: true,
  }),
  /** One that is new needs `asset.add` as well. */
  save: post('/admin/v1/x/asset/save', {
    input: AssetSave,
    data: AssetRow,
    can: 'asset.edit',
    audit: words('保存素材', 'Saved an asset'),
    changes: CHANGED,
  }),
  del: post('/admin/v1/model/del', {
    input: AssetRef,
    data: AssetRow,
    can: 'asset.del',
    audit: words('删除素材', 'Deleted an asset'),
    changes: CHANGED,
  }),
  restore: post('/admin/v1/x/asset/restore', {
    input: AssetRestore,
    data: AssetRow,
    can: 'asset.del',
    audit: words('撤销删除素材', 'Restored a deleted asset'),
    changes: CHANGED,
  }),
  importMusic: post('/admin/v1/x/asset/import', {
    input: MusicImport,
    data: MusicImported,
    can: 'asset.add',
    audit: words('导入音乐', 'Imported music'),
    changes: CHANGED,
    // A transaction a row
    stepwise: true,
    timeoutMs: TIMEOUT.upload,
  }),
  background: post('/admin/v1/public/dp/background/upload', {
    input: AssetForm,
    data: AssetRow,
    can: 'asset.add',
    audit: words('上传背景', 'Uploaded a background'),
    files: { file: ['picture', 'video'] },
    changes: CHANGED,
    timeoutMs: TIMEOUT.uploadVideo,
  }),
  material: post('/admin/v1/public/dp/material/upload', {
    input: AssetForm,
    data: AssetRow,
    can: 'asset.add',
    audit: words('上传叠加素材', 'Uploaded a material'),
    files: { file: ['picture', 'video'] },
    changes: CHANGED,
    timeoutMs: TIMEOUT.uploadVideo,
  }),
})
