import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import type { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { call } from '#client/http.ts'
import type { Action } from '#kit/action/action.ts'
import { act, creation } from '#kit/action/act.ts'
import { DELETE, EDIT } from '#kit/action/faces.tsx'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'

const BUILTIN = words(
  '内置素材不能修改或删除',
  'What comes with the program cannot be changed or deleted',
)
const ONLY_SEEN = words(
  '这个素材属于所有公会，只有运营可以修改',
  'This asset is for all guilds; only operators change it',
)
const USED = words('使用中的素材不能删除', 'An asset in use cannot be deleted')

const mayEdit = ({ builtin, editable }: AssetRow): true | Words =>
  builtin === IsOrNot.is ? BUILTIN : editable || ONLY_SEEN

export const createAsset = {
  ...creation(assetApi.importMusic, nouns.asset),
  label: words('上传', 'Upload'),
}

export const assetActions: Action<AssetRow>[] = [
  ...withHistory(
    'asset',
    act<AssetRow>(assetApi.save, {
      ...EDIT,
      enabled: mayEdit,
      idOf: ({ asset_id }) => asset_id,
      Form: lazily(async () => (await import('./forms/asset.form.tsx')).AssetForm),
    }),
    ({ name }) => name,
  ),
  act<AssetRow, typeof assetApi.del>(assetApi.del, {
    ...DELETE,
    // Where it is used the list may not know yet: the server says it
    enabled: (row) => (mayEdit(row) !== true ? mayEdit(row) : row.uses.total === 0 || USED),
    input: ({ asset_id }) => ({ asset_id }),
    done: ({ name }) => words(`已删除「${name}」`, `Deleted “${name}”`),
    undo: {
      nameOf: ({ name }) => name,
      run: ({ asset_id }, { version }) =>
        call(assetApi.restore, { asset_id, version }, { silent: true }),
    },
  }),
]
