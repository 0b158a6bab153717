import { formOf, FORMS } from '@kaibo/contract/asset/asset.rules.ts'
import type { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import type { AssetRow, AssetSave } from '@kaibo/contract/asset/asset.schema.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { AssetType, ModelType } from '@kaibo/contract/facts/enums.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import { fault, invalid } from '#platform/fault.ts'
import type { KeptLicence, KeptPart, KeptParts } from './asset.rows.ts'
import * as store from './asset.store.ts'

type Trx = Transaction<Tables>

/** What an asset needs of uploads. */
export interface AssetFiles {
  /** Where a file is had; of private content for some minutes. */
  address(file: { upload_id: string; content: string }): string
  /** The file of a row that has this hash. */
  ofHash(used_by: string, sha256: string): Promise<SentBlob | undefined>
  /** The cells of a sheet that this person has sent. */
  sheet(actor: Pick<Actor, 'uid'>, upload_id: string): Promise<string[][]>
  /** Takes files of this person for a row; answers what is known of each, nothing of one that cannot be had. */
  claim(
    trx: Trx,
    uid: string,
    used_by: string,
    ids: readonly string[],
  ): Promise<Map<string, KeptPart>>
  /** Gives files of a row up, which go a day later. */
  letGo(trx: Trx, used_by: string, ids: readonly string[]): Promise<void>
  /** Takes files back that were given up a moment ago; whether all are still there. */
  takeBack(trx: Trx, used_by: string, ids: readonly string[]): Promise<boolean>
}

export const usedBy = (asset_id: string): string => `asset:${asset_id}`

/** Whoever sees all organisations says whose it is; others save for their own. */
export async function ownerOf(
  trx: Trx,
  actor: Actor,
  given: string | null | undefined,
  before?: AssetRow,
) {
  const { scope } = actor
  if (scope.kind !== 'all') {
    if (actor.org_id === null || (given !== undefined && given !== actor.org_id))
      throw invalid({ org_id: words('只能保存到自己的公会', 'Save it for your own guild') })
    return actor.org_id
  }
  const org_id = given === undefined ? (before?.org?.id ?? null) : given
  if (org_id !== null && !(await store.orgExists(trx, org_id)))
    throw invalid({ org_id: words('请选择公会', 'Choose a guild') })
  return org_id
}

const NO_ADD = words('没有权限，请联系管理员', 'You have no right to this; ask an administrator')

export function assertMayAdd({ actions }: Actor): void {
  if (!actions.has('asset.add')) throw fault(Code.forbidden, NO_ADD, { need: 'asset.add' })
}

const TYPES: Partial<Record<AssetKind, object>> = {
  actor: ModelType,
  background: AssetType,
  material: AssetType,
}

/** 1001 unless the type is one of the kind's. */
export function assertType(kind: AssetKind, type: number): asserts type is Tables['asset']['type'] {
  const allowed: readonly unknown[] = Object.values(TYPES[kind] ?? { none: 0 })
  if (!allowed.includes(type)) throw invalid({ type: words('请选择类型', 'Choose a type') })
}

/**
 * The files of an asset as they are to be: those it has already, by their ids, and new ones of the person. 1001 where a part is
 * missing, or holds something else than it takes.
 */
export async function partsFor(
  trx: Trx,
  files: AssetFiles,
  { uid }: Pick<Actor, 'uid'>,
  { asset_id, kind, parts }: { asset_id: string; kind: AssetKind; parts: AssetSave['parts'] },
  before: KeptParts = {},
): Promise<KeptParts> {
  const form = formOf(kind, Object.keys(parts))
  if (!form) throw invalid({ parts: missing(kind, Object.keys(parts)) })
  const had = new Map(Object.values(before).map((part) => [part.upload_id, part]))
  const wanted = Object.entries(parts)
  const fresh = wanted.flatMap(([, { upload_id }]) => (had.has(upload_id) ? [] : upload_id))
  const came = await files.claim(trx, uid, usedBy(asset_id), fresh)
  const found = Object.fromEntries(
    wanted.map(([name, { upload_id }]) => {
      const part = had.get(upload_id) ?? came.get(upload_id)
      if (!part) throw invalid({ [`parts.${name}`]: GONE })
      const { called, takes } = form[name] ?? {}
      if (!takes?.some((content) => content === part.content))
        throw invalid({ [`parts.${name}`]: otherContent(called) })
      return [name, part]
    }),
  )
  const kept = new Set(wanted.map(([, { upload_id }]) => upload_id))
  await files.letGo(
    trx,
    usedBy(asset_id),
    [...had.keys()].filter((id) => !kept.has(id)),
  )
  return found
}

const GONE = words('文件不存在或已过期，请重新上传', 'The file is gone; upload it again')

const otherContent = (called: Words = words('文件', 'File')) =>
  words(`${called.zh}的文件类型不对，请重新上传`, `${called.en}: another type of file is needed`)

/** Names what is missing of the form that has most of it. */
function missing(kind: AssetKind, names: readonly string[]): Words {
  const [form = {}] = FORMS[kind].toSorted(
    (a, b) => names.filter((name) => name in b).length - names.filter((name) => name in a).length,
  )
  const needed = Object.entries(form).filter(([name, { maybe }]) => !maybe && !names.includes(name))
  if (needed.length === 0) return words('这些文件不能放在一起', 'These files do not go together')
  const called = needed.map(([, part]) => part.called)
  return words(
    `请上传${called.map(({ zh }) => zh).join('、')}`,
    `Upload ${called.map(({ en }) => en.toLowerCase()).join(', ')}`,
  )
}

/** A licence as it is kept; its document must be one that the asset's people see. */
export async function licenceFor(
  trx: Trx,
  actor: Actor,
  asset_id: string,
  licence: AssetSave['licence'],
): Promise<KeptLicence | null> {
  const document_id = licence?.document_id ?? null
  if (document_id !== null && !(await store.documentSeen(trx, actor.scope, document_id)))
    throw invalid({ 'licence.document_id': words('请选择授权文件', 'Choose a licence document') })
  await store.setUses(
    trx,
    { kind: 'asset', id: asset_id, part: 'licence' },
    document_id === null ? [] : [document_id],
  )
  return licence
    ? { holder: licence.holder, expire_at: licence.expire_at ?? null, document_id }
    : null
}
