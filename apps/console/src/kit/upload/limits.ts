import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { megabytes, typeNames } from '@kaibo/contract/upload/upload.rules.ts'
import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import type { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import './upload.i18n.ts'

interface Limits {
  max_bytes: number
  types: readonly string[]
  /** Of pictures. */
  keep_side?: number | undefined
}

type Text = ReturnType<typeof useText<'upload'>>

/** The server's limits; until they are loaded, the ones this console was built with. */
export const useLimits = (kind: UploadKind): Limits =>
  useCall(uploadApi.config, {}).data?.kinds[kind] ?? UPLOAD_LIMITS[kind]

const namesOf = ({ types }: Limits) => typeNames(types).join(' / ')

/** The limits as text, shown before anything is chosen. */
export const limitsText = (limits: Limits, t: Text): string =>
  t('limits', { types: namesOf(limits), size: megabytes(limits.max_bytes) })

/** Why a file cannot be sent; `undefined` when it can. */
export function refusalOf(file: File, limits: Limits, t: Text): string | undefined {
  const { name, size, type } = file
  if (!limits.types.includes(type)) return t('wrong_type', { name, types: namesOf(limits) })
  if (size === 0) return t('empty_file', { name })
  if (size <= limits.max_bytes) return undefined
  return t('too_large', { name, size: megabytes(size), max: megabytes(limits.max_bytes) })
}
