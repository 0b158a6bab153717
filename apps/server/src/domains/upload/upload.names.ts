import { words } from '@kaibo/contract/kernel/words.ts'
import { typeNames } from '@kaibo/contract/upload/upload.rules.ts'
import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import { refusedFile } from './upload.refused.ts'
import type { UploadRow } from './upload.store.ts'

/** As what a file is looked into: by what its sender says of it, and where that says nothing by its name. */
export function kindOf(filename: string, type: string, accepts: readonly string[]): UploadKind {
  const all = Object.keys(UPLOAD_LIMITS) as UploadKind[]
  const allowed = all.filter((kind) => accepts.includes(kind))
  const ending = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase()
  const kind = allowed.find((one) => {
    const types: readonly string[] = UPLOAD_LIMITS[one].types
    const isNamed = types.some((known) => ending !== undefined && EXTENSIONS[known] === ending)
    return types.includes(type) || isNamed
  })
  if (kind) return kind
  const names = typeNames(allowed.flatMap((one) => [...UPLOAD_LIMITS[one].types])).join('、')
  throw refusedFile(filename, words(`不是${names}文件`, `is no file of type ${names}`))
}

/** What a browser calls the file when it is saved: by what is in it, not by what it was called. */
export const nameOf = ({ kind, upload_id, type }: UploadRow): string =>
  `${kind}-${upload_id}.${EXTENSIONS[type ?? ''] ?? 'bin'}`

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'model/gltf-binary': 'vrm',
  'application/pdf': 'pdf',
  'text/plain; charset=utf-8': 'txt',
  'application/x-bzip2': 'tar.bz2',
}
