import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { sheetColumns } from '#platform/file/sheet-columns.ts'
import type { Sheet } from '#platform/file/sheet.ts'

const { text, named, label, instant } = sheetColumns(AssetRow)

export const assetSheet: Sheet<AssetRow> = {
  name: nouns.asset,
  columns: [
    label('kind', AssetKind, 10),
    text('name', 24),
    named('org', 16),
    label('expire_status', AuthExpireStatus, 10),
    {
      title: words('授权方', 'Licensed by'),
      width: 20,
      kind: 'text',
      value: ({ licence }) => licence?.holder ?? null,
    },
    {
      title: words('授权到期', 'Licence ends'),
      width: 20,
      kind: 'instant',
      value: ({ licence }) => licence?.expire_at ?? null,
    },
    {
      title: words('标签', 'Tags'),
      width: 24,
      kind: 'text',
      value: ({ tags }) => tags.join('、'),
    },
    {
      title: words('使用数', 'Uses'),
      width: 8,
      kind: 'count',
      value: ({ uses }) => uses.total,
    },
    instant('created_at'),
  ],
}
