import { bonesOf, type Bones } from './bones.ts'
import { CALM, EXPRESSIONS, faceOf, type Face } from './face.ts'
import { Glb, INDICES } from './glb.ts'
import { buildHead } from './head.ts'
import { buildLimbs } from './limbs.ts'
import type { Look } from './looks.ts'
import { Mesh } from './mesh.ts'
import { normalsOf } from './normals.ts'
import { paletteOf } from './palette.ts'
import { buildTorso } from './torso.ts'
import type { Vec } from './vec.ts'
import { lookAt, materials, meta, springs } from './vrm-parts.ts'

/** A figure as a VRM 1.0 file: the same bytes each time. */
export function vrmOf(look: Look): Buffer {
  const { bones, tails, names, body } = bodyOf(look)
  const glb = new Glb()
  const skin = primitive(glb, body, 0, normalsOf(body))
  const face = drawnFace(glb, body, names)
  const index = (name: string) => names.indexOf(name)
  const colours = Object.values(look.colours)
  const images = [
    glb.view(paletteOf(colours.map(([light, dark]) => [light, dark]))),
    glb.view(paletteOf(colours.map(([, , shade]) => [shade, shade]))),
  ]
  const { nodes, skins } = skeleton(glb, bones, names)
  const [bodyNode, faceNode] = [names.length, names.length + 1]
  const expression = (name: string, at: number) => ({
    morphTargetBinds: [{ node: faceNode, index: at, weight: 1 }],
    isBinary: false,
    overrideBlink: ['happy', 'relaxed'].includes(name) ? 'block' : 'none',
    overrideLookAt: 'none',
    overrideMouth: 'none',
  })
  const expressions = Object.keys(EXPRESSIONS)
  const human = names.filter((name) => bones[name]?.human)
  return glb.file({
    asset: { version: '2.0', generator: 'kaibo' },
    extensionsUsed: ['VRMC_vrm', 'VRMC_materials_mtoon', 'VRMC_springBone'],
    scene: 0,
    scenes: [{ nodes: [0, bodyNode, faceNode] }],
    nodes,
    meshes: [
      { name: 'body', primitives: [skin] },
      { name: 'face', primitives: [face], extras: { targetNames: expressions } },
    ],
    skins,
    materials,
    textures: images.map((_, source) => ({ source, sampler: 0 })),
    images: images.map((bufferView) => ({ bufferView, mimeType: 'image/png' })),
    samplers: [{ magFilter: 9729, minFilter: 9729, wrapS: 33071, wrapT: 33071 }],
    accessors: glb.accessors,
    bufferViews: glb.views,
    buffers: [{ byteLength: glb.length }],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: meta(look.name),
        humanoid: {
          humanBones: Object.fromEntries(human.map((name) => [name, { node: index(name) }])),
        },
        expressions: {
          preset: Object.fromEntries(expressions.map((name, at) => [name, expression(name, at)])),
        },
        lookAt,
      },
      VRMC_springBone: springs(tails, index),
    },
  })
}

/** The figure itself, and what it moves by. */
export function bodyOf(look: Look) {
  const { bones, tails } = bonesOf(look.hair)
  const names = Object.keys(bones)
  const body = new Mesh(Object.keys(look.colours), names)
  buildHead(body, look, bones, tails)
  buildTorso(body, look)
  buildLimbs(body)
  return { bones, tails, names, body }
}

interface Drawn {
  position: readonly Vec[]
  uv: readonly [number, number][]
  joints: readonly number[][]
  weights: readonly number[][]
  index: readonly number[]
}

function primitive(glb: Glb, mesh: Drawn, material: number, normal: readonly Vec[]) {
  const indices = mesh.index.map((i) => [i])
  return {
    material,
    indices: glb.accessor(indices, 'u16', 1, { target: INDICES }),
    attributes: {
      POSITION: glb.accessor(mesh.position, 'f32', 3, { bounds: true }),
      NORMAL: glb.accessor(normal, 'f32', 3),
      TEXCOORD_0: glb.accessor(mesh.uv, 'f32', 2),
      JOINTS_0: glb.accessor(mesh.joints, 'u8', 4),
      WEIGHTS_0: glb.accessor(mesh.weights.map(wholeWeights), 'u8', 4, { normalized: true }),
    },
  }
}

/** As bytes that add up to 255. */
function wholeWeights(weights: readonly number[]): number[] {
  const [, ...rest] = weights.map((w) => Math.round(w * 255))
  return [255 - rest.reduce((sum, one) => sum + one, 0), ...rest]
}

function drawnFace(glb: Glb, palette: Mesh, names: string[]) {
  const calm = faceOf(CALM, palette)
  const head = names.indexOf('head')
  const drawn = {
    position: calm.points,
    uv: calm.uv,
    index: calm.faces,
    joints: calm.points.map(() => [head, 0, 0, 0]),
    weights: calm.points.map(() => [1, 0, 0, 0]),
  }
  const normals = calm.points.map((): Vec => [0, 0, 1])
  const of = primitive(glb, drawn, 1, normals)
  const targets = Object.values(EXPRESSIONS).map((change) => ({
    POSITION: difference(glb, calm, faceOf({ ...CALM, ...change }, palette)),
  }))
  return { ...of, targets }
}

/** Only the points that an expression moves are written. */
function difference(glb: Glb, calm: Face, other: Face): number {
  const moved = other.points.flatMap((p, i) => {
    const q = calm.points[i] ?? p
    const by: Vec = [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
    return by.some((x) => Math.abs(x) > 1e-6) ? [{ i, by }] : []
  })
  const rows: Vec[] = [[0, 0, 0], ...moved.map(({ by }) => by)]
  const { bufferView, min, max } = glb.described(rows, 'f32', 3, { target: null, bounds: true })
  const indices = Buffer.from(Uint16Array.from(moved.map(({ i }) => i)).buffer)
  glb.accessors.push({
    componentType: 5126,
    count: calm.points.length,
    type: 'VEC3',
    ...(min && { min }),
    ...(max && { max }),
    sparse: {
      count: moved.length,
      indices: { bufferView: glb.view(indices), componentType: 5123 },
      values: { bufferView, byteOffset: 12 },
    },
  })
  return glb.accessors.length - 1
}

function skeleton(glb: Glb, bones: Bones, names: string[]) {
  const nodes: object[] = names.map((name) => {
    const { parent = null, at = [0, 0, 0] } = bones[name] ?? {}
    const from = parent === null ? [0, 0, 0] : (bones[parent]?.at ?? [0, 0, 0])
    const children = names.flatMap((other, i) => (bones[other]?.parent === name ? [i] : []))
    const translation = at.map((x, i) => Number((x - (from[i] ?? 0)).toFixed(5)))
    return { name, translation, ...(children.length > 0 && { children }) }
  })
  nodes.push({ name: 'body', mesh: 0, skin: 0 }, { name: 'face', mesh: 1, skin: 0 })
  const inverse = names.map((name) => {
    const [x, y, z] = bones[name]?.at ?? [0, 0, 0]
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]
  })
  const inverseBindMatrices = glb.accessor(inverse, 'f32', 16, { target: null })
  const skins = [{ joints: names.map((_, i) => i), skeleton: 0, inverseBindMatrices }]
  return { nodes, skins }
}
