import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { AssetKind, AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import type { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { columnsOf } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { Status } from '#kit/status/status.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { assetActions, createAsset } from '../asset.actions.tsx'
import { Cover } from '../parts/cover.tsx'
import { ImportButton } from '../parts/import-button.tsx'
import { KindTabs } from '../parts/kind-tabs.tsx'
import { PlayButton } from '../parts/play-button.tsx'

const HINT = words(
  '形象、背景、音乐和音效：直播间的画面和规则用它们。',
  'Actors, backgrounds, music and sounds: what rooms show and play.',
)
const FOR_ALL = words('所有公会', 'All guilds')
const FIND = words('名称或标签', 'Name or tag')
const FILE = words('文件', 'File')

const { column, instant, filter } = columnsOf(assetApi.list)

const TONES = {
  [AuthExpireStatus.forever]: 'offline',
  [AuthExpireStatus.normal]: 'ok',
  [AuthExpireStatus.soon]: 'attention',
  [AuthExpireStatus.expired]: 'failed',
} as const

const usesText = ({ total, list }: AssetRow['uses'], lang: Lang): string => {
  if (total === 0) return EMPTY_CELL
  const [first] = list
  const named = first ? `${labelOf(AssetUser, first.user, lang)} ${first.name}` : ''
  return total === 1 && named ? named : `${named}${named ? ' ' : ''}+${total - (named ? 1 : 0)}`
}

const fileText = ({ parts }: AssetRow): string => {
  const { file, vrm, idle, body } = parts
  const one = file ?? vrm ?? idle ?? body
  return one ? one.filename : EMPTY_CELL
}

const assets: ListPageProps<typeof assetApi.list> = {
  name: 'asset',
  words: listWords(nouns.asset, { title: nouns.asset, hint: HINT }),
  endpoint: assetApi.list,
  rowKey: 'asset_id',
  nameOf: ({ name }) => name,
  columns: [
    column<AssetRow>('name', { title: nouns.asset, width: 240 }, ({ name, cover }) => (
      <>
        <Cover cover={cover} name={name} /> {name}
      </>
    )),
    column<AssetRow>('kind', { width: 100, card: 'meta' }, ({ kind }, { lang }) =>
      labelOf(AssetKind, kind, lang),
    ),
    column<AssetRow>('file', { title: FILE, width: 180, card: 'meta' }, (row) => {
      const { file } = row.parts
      return file?.type.startsWith('audio/') ? (
        <PlayButton url={file.url} name={row.name} ms={file.ms} />
      ) : (
        fileText(row)
      )
    }),
    column<AssetRow>('expire_status', { width: 120, card: 'status' }, (row, { lang }) => (
      <Status tone={TONES[row.expire_status]}>
        {labelOf(AuthExpireStatus, row.expire_status, lang)}
      </Status>
    )),
    column<AssetRow>('uses', { width: 180, card: 'meta' }, ({ uses }, { lang }) =>
      usesText(uses, lang),
    ),
    column<AssetRow>('org', { width: 140, card: 'meta' }, ({ org }, { lang }) =>
      org ? org.name : FOR_ALL[lang],
    ),
    column<AssetRow>('tags', { width: 140 }, ({ tags }) => tags.join('、') || EMPTY_CELL),
    instant('created_at', { width: 150 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, FIND),
    filter({ kind: 'enum', name: 'kind', of: AssetKind }),
    filter({ kind: 'enum', name: 'expire_status', of: AuthExpireStatus }),
    filter({ kind: 'options', name: 'org_id', from: optionLists.orgs }),
  ],
  actions: assetActions,
  create: createAsset,
  find: (asset_id) => ({ asset_id }),
  above: ({ kind }) => (
    <>
      <KindTabs kind={kind} />
      {kind === AssetKind.audio || kind === AssetKind.sound ? <ImportButton kind={kind} /> : null}
    </>
  ),
}

export default function DigitalAssetPage() {
  return <ListPage {...assets} />
}
