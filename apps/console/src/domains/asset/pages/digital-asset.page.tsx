import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import type { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { columnsOf } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { Cover } from '../parts/cover.tsx'

const HINT = words(
  '形象、背景、音乐和音效：直播间的画面和规则用它们。',
  'Actors, backgrounds, music and sounds: what rooms show and play.',
)
const FOR_ALL = words('所有公会', 'All guilds')

const { column, instant, filter } = columnsOf(assetApi.list)

const assets: ListPageProps<typeof assetApi.list> = {
  name: 'asset',
  words: listWords(nouns.asset, { title: nouns.asset, hint: HINT }),
  endpoint: assetApi.list,
  rowKey: 'asset_id',
  nameOf: ({ name }) => name,
  columns: [
    column<AssetRow>('name', { title: nouns.asset, width: 220 }, ({ name, cover }) => (
      <>
        <Cover cover={cover} name={name} /> {name}
      </>
    )),
    column<AssetRow>('kind', { width: 90, card: 'meta' }, ({ kind }, { lang }) =>
      labelOf(AssetKind, kind, lang),
    ),
    column<AssetRow>('expire_status', { width: 110, card: 'status' }, (row, { lang }) =>
      labelOf(AuthExpireStatus, row.expire_status, lang),
    ),
    column<AssetRow>('org', { width: 140, card: 'meta' }, ({ org }, { lang }) =>
      org ? org.name : FOR_ALL[lang],
    ),
    column<AssetRow>('uses', { width: 80, align: 'right' }, ({ uses }) => uses.total),
    instant('created_at', { width: 150 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, words('名称或标签', 'Name or tag')),
    filter({ kind: 'enum', name: 'kind', of: AssetKind }),
    filter({ kind: 'enum', name: 'expire_status', of: AuthExpireStatus }),
    filter({ kind: 'options', name: 'org_id', from: optionLists.orgs }),
  ],
  actions: [],
}

export default function DigitalAssetPage() {
  return <ListPage {...assets} />
}
