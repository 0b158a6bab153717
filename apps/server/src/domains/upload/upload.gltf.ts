import * as z from 'zod/mini'
import { isShallowJson } from '@kaibo/contract/kernel/nesting.ts'

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

const index = z.int().check(z.gte(0))
const list = <T extends z.ZodMiniType>(of: T) => z._default(z.array(of), [])

/** As much of glTF as says how much there is to be drawn, and where it lies. */
const Model = z.object({
  asset: z.object({ version: z.string().check(z.startsWith('2.')) }),
  extensionsUsed: list(z.string()),
  extensionsRequired: list(z.string()),
  extensions: z._default(z.record(z.string(), z.unknown()), {}),
  buffers: list(z.object({ byteLength: index, uri: z.optional(z.unknown()) })),
  bufferViews: list(
    z.object({ buffer: index, byteOffset: z._default(index, 0), byteLength: index }),
  ),
  images: list(
    z.object({
      bufferView: z.optional(index),
      mimeType: z.optional(z.string()),
      uri: z.optional(z.unknown()),
    }),
  ),
  accessors: list(z.object({ count: index, bufferView: z.optional(index) })),
  meshes: list(
    z.object({
      primitives: z.array(
        z.object({
          attributes: z.record(z.string(), index),
          indices: z.optional(index),
          /** The shapes that it can take. */
          targets: list(z.record(z.string(), index)),
        }),
      ),
    }),
  ),
  nodes: list(z.object({ children: list(index), mesh: z.optional(index) })),
})
export type Model = z.infer<typeof Model>

/** The two parts of a GLB that fill the whole file; nothing where it is built otherwise. */
export function chunksOf(file: Buffer): { json: Buffer; bin: Buffer } | undefined {
  if (file.length < 28 || file.readUInt32LE(0) !== GLB || file.readUInt32LE(4) !== 2)
    return undefined
  if (file.readUInt32LE(8) !== file.length) return undefined
  const jsonEnd = 20 + file.readUInt32LE(12)
  if (file.readUInt32LE(16) !== JSON_CHUNK || jsonEnd + 8 > file.length) return undefined
  const binStart = jsonEnd + 8
  if (file.readUInt32LE(jsonEnd + 4) !== BIN_CHUNK) return undefined
  if (binStart + file.readUInt32LE(jsonEnd) !== file.length) return undefined
  return { json: file.subarray(20, jsonEnd), bin: file.subarray(binStart) }
}

export function modelIn(json: Buffer): Model | undefined {
  const text = json.toString('utf8')
  if (!isShallowJson(text)) return undefined
  try {
    return Model.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
