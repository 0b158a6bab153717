import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { isShallowJson } from '@kaibo/contract/kernel/nesting.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { refusedFile } from './upload.refused.ts'

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942
const MAX_JSON_BYTES = 4 * 1_024 ** 2
const MAX_SIDE = 4_096
const MAX_PIXELS = 8 * MAX_SIDE ** 2
const MAX_PICTURES = 64
const MAX_POINTS = 200_000
const MAX_INDICES = 1_800_000
const MAX_NODES = 4_000

/** What our stage reads. Others would need a decoder, or load something from elsewhere. */
const EXTENSIONS = new Set([
  'VRM',
  'VRMC_vrm',
  'VRMC_springBone',
  'VRMC_node_constraint',
  'VRMC_materials_mtoon',
  'VRMC_materials_hdr_emissiveMultiplier',
  'KHR_materials_unlit',
  'KHR_materials_emissive_strength',
  'KHR_texture_transform',
])

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
        z.object({ attributes: z.record(z.string(), index), indices: z.optional(index) }),
      ),
    }),
  ),
  nodes: list(z.object({ children: list(index) })),
})
type Model = z.infer<typeof Model>

/** A model as stages show it: one GLB with all that it needs in itself, and no more than a stage can draw. */
export async function vrmIn(path: string, filename: string): Promise<{ type: string }> {
  const refuse = (why: Words) => refusedFile(filename, why)
  const { json, bin } = chunksOf(await readFile(path)) ?? {}
  if (!json || !bin) throw refuse(NO_VRM)
  if (json.length > MAX_JSON_BYTES) throw refuse(TOO_MUCH)
  const model = modelIn(json)
  if (!model) throw refuse(NO_VRM)
  if (!('VRM' in model.extensions) && !('VRMC_vrm' in model.extensions)) throw refuse(NO_VRM)
  const unknown = [...model.extensionsUsed, ...model.extensionsRequired].find(
    (name) => !EXTENSIONS.has(name),
  )
  if (unknown !== undefined)
    throw refuse(
      words(
        `用了不支持的扩展${unknown.slice(0, 60)}`,
        `uses ${unknown.slice(0, 60)}, which is not supported`,
      ),
    )
  // A data: address is refused as well: what is in the file lies in its second part
  if ([...model.buffers, ...model.images].some(({ uri }) => uri !== undefined))
    throw refuse(OUTSIDE)
  if (!isWithin(model, bin)) throw refuse(CUT)
  if (!isForest(model.nodes)) throw refuse(CUT)
  if (isTooMuch(model)) throw refuse(TOO_MUCH)
  await checkPictures(model, bin, refuse)
  return { type: 'model/gltf-binary' }
}

/** The two parts of a GLB that fill the whole file; nothing where it is built otherwise. */
function chunksOf(file: Buffer): { json: Buffer; bin: Buffer } | undefined {
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

function modelIn(json: Buffer): Model | undefined {
  const text = json.toString('utf8')
  if (!isShallowJson(text)) return undefined
  try {
    return Model.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Whether everything that is named is there. */
function isWithin(
  { buffers, bufferViews, images, accessors, meshes }: Model,
  bin: Buffer,
): boolean {
  const [buffer, ...others] = buffers
  if (!buffer || others.length > 0 || buffer.byteLength > bin.length) return false
  const inBuffer = bufferViews.every(
    (view) => view.buffer === 0 && view.byteOffset + view.byteLength <= buffer.byteLength,
  )
  const named = [...images, ...accessors].every(
    ({ bufferView }) => bufferView === undefined || bufferView < bufferViews.length,
  )
  // A point is a byte at the least: more than there are bytes are made of nothing
  const counted = accessors.every(
    ({ count, bufferView }) =>
      bufferView === undefined || count <= (bufferViews[bufferView]?.byteLength ?? 0),
  )
  const drawn = meshes.every(({ primitives }) =>
    primitives.every(({ attributes, indices = 0 }) =>
      [...Object.values(attributes), indices].every((at) => at < accessors.length),
    ),
  )
  return inBuffer && named && counted && drawn
}

/** Whether no node is its own ancestor, and none hangs from two. */
function isForest(nodes: Model['nodes']): boolean {
  const parents = new Map<number, number>()
  for (const [parent, { children }] of nodes.entries()) {
    for (const child of children) {
      if (child >= nodes.length || parents.has(child)) return false
      parents.set(child, parent)
    }
  }
  for (const start of parents.keys()) {
    let at: number | undefined = start
    for (let steps = 0; at !== undefined; steps++) {
      if (steps > nodes.length) return false
      at = parents.get(at)
    }
  }
  return true
}

function isTooMuch({ accessors, meshes, nodes, images }: Model): boolean {
  const countOf = (at: number | undefined) => (at === undefined ? 0 : (accessors[at]?.count ?? 0))
  const positions = new Set<number | undefined>()
  let indices = 0
  for (const { primitives } of meshes) {
    for (const one of primitives) {
      positions.add(one.attributes['POSITION'])
      indices += countOf(one.indices)
    }
  }
  const points = [...positions].reduce<number>((sum, at) => sum + countOf(at), 0)
  return (
    points > MAX_POINTS ||
    indices > MAX_INDICES ||
    nodes.length > MAX_NODES ||
    images.length > MAX_PICTURES
  )
}

async function checkPictures(
  { images, bufferViews }: Model,
  bin: Buffer,
  refuse: (why: Words) => Error,
): Promise<void> {
  let pixels = 0
  for (const { bufferView, mimeType } of images) {
    const view = bufferView === undefined ? undefined : bufferViews[bufferView]
    if (!view) throw refuse(CUT)
    const bytes = bin.subarray(view.byteOffset, view.byteOffset + view.byteLength)
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => ({ format: 'none', width: 0, height: 0 }))
    if (`image/${format}` !== mimeType || (format !== 'png' && format !== 'jpeg')) throw refuse(CUT)
    if (width > MAX_SIDE || height > MAX_SIDE)
      throw refuse(
        words(
          `里的图片边长不能超过${MAX_SIDE}像素`,
          `has a picture of over ${MAX_SIDE} pixels a side`,
        ),
      )
    pixels += width * height
  }
  if (pixels > MAX_PIXELS) throw refuse(TOO_MUCH)
}

const NO_VRM = words('不是有效的VRM模型', 'is no valid VRM model')
const CUT = words('已损坏或不完整', 'is damaged or cut off')
const OUTSIDE = words(
  '引用了文件以外的地址，请把贴图和数据都打包进VRM',
  'names an address outside the file; pack all pictures and data into the VRM',
)
const TOO_MUCH = words(
  '太复杂，画面画不动：点不超过20万，贴图不超过64张，描述不超过4 MB',
  'is too complex for a stage: up to 200,000 points, 64 pictures and 4 MB of description',
)
