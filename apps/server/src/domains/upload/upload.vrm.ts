import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { chunksOf, modelIn, type Model } from './upload.gltf.ts'
import { refusedFile } from './upload.refused.ts'
import { isTooMuch } from './upload.vrm-weight.ts'

const MAX_JSON_BYTES = 4 * 1_024 ** 2
const MAX_SIDE = 4_096
const MAX_PIXELS = 8 * MAX_SIDE ** 2

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
  // First of all: to look through too many nodes takes too long as well
  if (isTooMuch(model)) throw refuse(TOO_MUCH)
  if (!isForest(model.nodes)) throw refuse(CUT)
  await checkPictures(model, bin, refuse)
  return { type: 'model/gltf-binary' }
}

/** Whether everything that is named is there. */
function isWithin(
  { buffers, bufferViews, images, accessors, meshes, nodes }: Model,
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
    primitives.every(({ attributes, targets, indices = 0 }) =>
      [attributes, ...targets, { indices }].every((one) =>
        Object.values(one).every((at) => at < accessors.length),
      ),
    ),
  )
  const hung = nodes.every(({ mesh = -1 }) => mesh < meshes.length)
  return inBuffer && named && counted && drawn && hung
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
