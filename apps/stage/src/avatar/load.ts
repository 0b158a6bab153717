import { VRMLoaderPlugin, VRMUtils, type VRM } from '@pixiv/three-vrm'
import { Mesh, MeshBasicMaterial, type Material, type Object3D, type Texture } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

/** Reads a VRM of version 1.0 or 0. What lies outside the file is not fetched. */
export async function loadVrm(file: ArrayBuffer): Promise<VRM> {
  const loader = new GLTFLoader()
  loader.register((parser) => new VRMLoaderPlugin(parser))
  // Everything is inside, or it is refused: blobs are its own pictures
  loader.manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : 'data:,'))
  const { userData } = await loader.parseAsync(file, '')
  const vrm = userData['vrm'] as VRM | undefined
  if (!vrm) throw new Error('no VRM')
  VRMUtils.rotateVRM0(vrm)
  vrm.scene.traverse((part) => (part.frustumCulled = false))
  return vrm
}

/** In place of shaded materials and outlines plain ones: a processor has no time for more. */
export function flatten(root: Object3D): void {
  root.traverse((part) => {
    if (!(part instanceof Mesh)) return
    const first = (Array.isArray(part.material) ? part.material[0] : part.material) as Shaded
    const { map = null, transparent, alphaTest, side } = first
    part.material = new MeshBasicMaterial({ map, transparent, alphaTest, side })
  })
}

type Shaded = Material & { map?: Texture | null }
