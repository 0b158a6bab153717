import { domain, get } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import { AssetQuery, AssetRow } from './asset.schema.ts'

export const assetApi = domain('asset', {
  list: get('/admin/v1/x/asset/list', {
    input: AssetQuery,
    data: pageOf(AssetRow),
    can: 'asset.look',
    download: true,
    live: true,
  }),
})

/** Pictures, sounds and models that come with the program; their paths follow. */
export const BUILTIN_ASSET_PATH = '/common/asset/builtin/'
