import type { UploadRow } from './upload.store.ts'

/** The keys of the received file and of the checked one; only the second is ever served. */
export const incoming = (upload_id: string) => `incoming/${upload_id}`
export const kept = (upload_id: string) => `kept/${upload_id}`

/** Where one part of a file is until the whole is looked into. */
export const partKey = (upload_id: string, number: number): string =>
  `${incoming(upload_id)}.${number}`

export type Sized = Pick<UploadRow, 'declared_bytes' | 'part_bytes'>

/** How many parts the file has; nothing where it comes in one. */
export const partsOf = ({ declared_bytes, part_bytes }: Sized): number =>
  part_bytes === null ? 0 : Math.ceil(declared_bytes / part_bytes)

export const partSize = ({ declared_bytes, part_bytes }: Sized, number: number): number =>
  Math.min(part_bytes ?? declared_bytes, declared_bytes - number * (part_bytes ?? 0))

export const numbersOf = (row: Sized): number[] => Array.from({ length: partsOf(row) }, (_, n) => n)
