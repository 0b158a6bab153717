import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { field } from '../kernel/field.ts'
import { idOf } from '../kernel/text.ts'
import { MEGABYTE, XLSX_TYPE } from './upload.rules.ts'

/** What is uploaded; each kind has its own limits (`upload/config`). */
export const UploadKind = z.enum(['avatar', 'sheet'])
export type UploadKind = z.infer<typeof UploadKind>

interface UploadLimit {
  max_bytes: number
  /** Media types that are taken; the content decides, not the file's name. */
  types: string[]
  /** Of a picture, before it is made smaller: width times height. */
  max_pixels?: number
  /** What is kept of a picture: no side longer. */
  keep_side?: number
}

/** The limits of each kind: the server enforces them, the console says them before it begins. */
export const UPLOAD_LIMITS = {
  avatar: {
    max_bytes: 5 * MEGABYTE,
    types: ['image/png', 'image/jpeg', 'image/webp'],
    max_pixels: 40_000_000,
    keep_side: 512,
  },
  sheet: {
    max_bytes: 5 * MEGABYTE,
    types: [XLSX_TYPE, 'text/csv', 'application/vnd.ms-excel'],
  },
} as const satisfies Readonly<Record<UploadKind, Readonly<UploadLimit>>>

export const UploadConfig = z.object({
  /** Where files go: `disk` of the server, or an S3-compatible storage. */
  storage: z.enum(['disk', 's3']),
  kinds: z.record(
    UploadKind,
    z.object({
      max_bytes: z.int(),
      types: z.array(z.string()),
      max_pixels: z.optional(z.int()),
      keep_side: z.optional(z.int()),
    }),
  ),
})

export const UploadRequest = z.object({
  kind: field(words('用途', 'Purpose'), UploadKind),
  filename: field(
    words('文件名', 'File name'),
    z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  ),
  size: field(words('文件大小', 'File size'), z.int().check(z.gte(1))),
  type: field(words('文件类型', 'File type'), z.string().check(z.minLength(1), z.maxLength(100))),
})

/** Where one file may be put, once, until `expires_at`: `PUT url` with these headers and the file as its body. */
export const UploadTicket = z.object({
  upload_id: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expires_at: z.int(),
})
export type UploadTicket = z.infer<typeof UploadTicket>

export const UploadRef = z.object({ upload_id: idOf(nouns.upload) })

/** A file that was looked into and is kept. */
export const Upload = z.object({
  upload_id: z.string(),
  /** On this server, whatever the storage. */
  url: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Upload = z.infer<typeof Upload>
