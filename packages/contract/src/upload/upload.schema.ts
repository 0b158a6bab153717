import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { field } from '../kernel/field.ts'
import { fileNameOf, idOf } from '../kernel/text.ts'
import { MEGABYTE, XLSX_TYPE } from './upload.rules.ts'

/** What is uploaded; each kind has its own limits (`upload/config`). */
export const UploadKind = z.enum([
  'avatar',
  'sheet',
  'picture',
  'audio',
  'ref_audio',
  'video',
  'vrm',
  'document',
  'lexicon',
  'model',
])
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

const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const
const SOUND = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/mp4'] as const

/** The limits of each kind: the server enforces them, the console says them before it begins. */
export const UPLOAD_LIMITS = {
  avatar: {
    max_bytes: 5 * MEGABYTE,
    types: [...PICTURES],
    max_pixels: 40_000_000,
    keep_side: 512,
  },
  sheet: {
    max_bytes: 5 * MEGABYTE,
    types: [XLSX_TYPE, 'text/csv', 'application/vnd.ms-excel'],
  },
  picture: {
    max_bytes: 20 * MEGABYTE,
    types: [...PICTURES],
    max_pixels: 60_000_000,
    keep_side: 2_160,
  },
  audio: { max_bytes: 50 * MEGABYTE, types: [...SOUND] },
  ref_audio: { max_bytes: 50 * MEGABYTE, types: [...SOUND] },
  video: { max_bytes: 200 * MEGABYTE, types: ['video/mp4', 'video/webm'] },
  vrm: { max_bytes: 50 * MEGABYTE, types: ['model/gltf-binary'] },
  document: { max_bytes: 20 * MEGABYTE, types: ['application/pdf', ...PICTURES] },
  lexicon: { max_bytes: MEGABYTE, types: ['text/plain'] },
  model: { max_bytes: 2_048 * MEGABYTE, types: ['application/x-bzip2'] },
} as const satisfies Readonly<Record<UploadKind, Readonly<UploadLimit>>>

/** A longer file comes in parts of this length: what has arrived is not sent again. */
export const UPLOAD_PART_BYTES = 8 * MEGABYTE

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
    z.string().check(z.overwrite(fileNameOf), z.minLength(1), z.maxLength(200)),
  ),
  size: field(words('文件大小', 'File size'), z.int().check(z.gte(1))),
  type: field(words('文件类型', 'File type'), z.string().check(z.minLength(1), z.maxLength(100))),
  /** By which the sender knows the file again, to go on with it where it broke off. */
  mark: z.optional(
    field(words('文件标记', 'File mark'), z.string().check(z.minLength(8), z.maxLength(200))),
  ),
})

/** Where one file may be put, once, until `expires_at`: `PUT url` with these headers and the file as its body. */
export const UploadTicket = z.object({
  upload_id: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expires_at: z.int(),
  /** Of a file that comes in parts: `url` is empty then. */
  parts: z.optional(
    z.object({
      /** Of each part but the last. */
      bytes: z.int(),
      /** The numbers of those that have arrived, from 0. */
      have: z.array(z.int()),
      urls: z.array(z.object({ number: z.int(), url: z.string() })),
    }),
  ),
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
  /** How long it plays. */
  ms: z.nullable(z.int()),
})
export type Upload = z.infer<typeof Upload>
